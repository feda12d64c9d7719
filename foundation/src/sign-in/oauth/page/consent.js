/** Asks a person whether an assistant may act for them. What the assistant says of itself is shown as text, never as markup. */
const request = Object.fromEntries(new URLSearchParams(location.search))
const at = (id) => document.querySelector(`#${id}`)

async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'X-Service-Csrf': '1', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const sent = response.status === 204 ? undefined : await response.json()
  if (response.ok) return sent
  throw Object.assign(new Error(sent.message), { status: response.status, code: sent.code })
}

function say(text) {
  at('message').textContent = text
}

function show(id) {
  for (const one of ['sign-in', 'consent']) at(one).hidden = one !== id
}

function scopeLine({ scope, reads }) {
  const label = document.createElement('label')
  const box = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    name: 'scope',
    value: scope,
    checked: true,
  })
  const text = document.createElement('span')
  const [thing, verb] = scope.split(':')
  text.textContent = reads ? `read ${thing}` : `${verb} ${thing}: it can change things`
  label.append(box, text)
  return label
}

async function begin() {
  say('One moment …')
  try {
    const person = await send('GET', '/auth/session')
    const { client, place, scopes } = await send('POST', '/oauth/authorize/request', { request })
    at('name').textContent = client.served_by ? `${client.name} (${client.served_by})` : `${client.name} (not verified)`
    at('place').textContent = place
    at('person').textContent = `${person.user.email}, ${person.role} of ${person.company.name}`
    at('scopes').replaceChildren(...scopes.map(scopeLine))
    if (scopes.length === 0) return say('Your role permits nothing of what this assistant asks for.')
    say('An assistant asks to use this service in your name.')
    show('consent')
    at('refuse').focus()
  } catch (error) {
    if (error.status !== 401) return say(error.message)
    say('Sign in to decide.')
    show('sign-in')
    at('email').focus()
  }
}

async function decide(scopes) {
  try {
    const password = at('again-password').value
    const code = at('code').value
    if (scopes && password !== '') await send('POST', '/auth/step-up', { password, ...(code && { code }) })
    const { redirect_to: to } = await send('POST', '/oauth/authorize/decide', { request, ...(scopes && { scopes }) })
    show('')
    say('You are led back.')
    location.assign(to)
  } catch (error) {
    say(error.message)
    if (error.code === 'step-up-required') {
      at('proof').hidden = false
      at('again-password').focus()
    }
    if (error.code === 'second-factor-required' || error.code === 'wrong-code') {
      at('factor').hidden = false
      at('code').focus()
    }
  }
}

at('sign-in').addEventListener('submit', (event) => {
  event.preventDefault()
  const given = { email: at('email').value, password: at('password').value }
  send('POST', '/auth/sign-in', given).then(begin, (error) => say(error.message))
})
at('again').addEventListener('click', begin)
at('refuse').addEventListener('click', () => decide(undefined))
at('consent').addEventListener('submit', (event) => {
  event.preventDefault()
  decide([...document.querySelectorAll('input[name=scope]:checked')].map(({ value }) => value))
})

begin()
