/** What the pages share on which a person decides about a program: signing in, and proving again who one is. */
export const at = (id) => document.querySelector(`#${id}`)

export async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'X-Service-Csrf': '1', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const sent = response.status === 204 ? undefined : await response.json()
  if (response.ok) return sent
  throw Object.assign(new Error(sent.message), { status: response.status, code: sent.code })
}

export function say(text) {
  at('message').textContent = text
}

/** Shows one of the forms of the page. */
export function show(id) {
  for (const form of document.querySelectorAll('form')) form.hidden = form.id !== id
}

/** `read alerts`; what changes things, or costs, says so. */
function wordsOf({ scope, reads, also }) {
  const [thing, verb] = scope.split(':')
  const named = reads ? `read ${thing}` : `${verb} ${thing}: it can change things`
  return also ? `${named}; it also ${also}` : named
}

export function scopeLine({ scope, ...more }, checked) {
  const label = document.createElement('label')
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'scope', value: scope, checked })
  const text = document.createElement('span')
  text.textContent = wordsOf({ scope, ...more })
  label.append(box, text)
  return label
}

export const chosenScopes = () => [...document.querySelectorAll('input[name=scope]:checked')].map(({ value }) => value)

/** Asks with `work`; somebody who is not signed in signs in first. */
export async function ask(work) {
  say('One moment …')
  try {
    await work(await send('GET', '/auth/session'))
  } catch (error) {
    if (error.status !== 401) return say(error.message)
    say('Sign in to decide.')
    show('sign-in')
    at('email').focus()
  }
}

export function onSignIn(work) {
  at('sign-in').addEventListener('submit', (event) => {
    event.preventDefault()
    const code = at('sign-in-code').value
    const given = { email: at('email').value, password: at('password').value, ...(code && { code }) }
    send('POST', '/auth/sign-in', given).then(work, (error) => {
      say(error.message)
      if (!asksForCode(error)) return
      at('sign-in-factor').hidden = false
      at('sign-in-code').focus()
    })
  })
  at('again').addEventListener('click', work)
}

/** What is allowed needs a proof that may have grown old: it is asked for then, and stands in the form. */
export async function prove() {
  const [password, code] = [at('again-password').value, at('code').value]
  if (password !== '') await send('POST', '/auth/step-up', { password, ...(code && { code }) })
}

export function askForProof(error) {
  say(error.message)
  if (error.code === 'step-up-required') {
    at('proof').hidden = false
    at('again-password').focus()
  }
  if (!asksForCode(error)) return
  at('factor').hidden = false
  at('code').focus()
}

const asksForCode = ({ code }) => code === 'second-factor-required' || code === 'wrong-code'
