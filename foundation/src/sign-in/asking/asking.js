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
    const person = await send('GET', '/auth/session')
    offerProofs(person.user)
    await work(person)
  } catch (error) {
    if (error.status !== 401) return say(error.message)
    say('Sign in to decide.')
    at('sign-in-passkey').hidden = !canUsePasskeys()
    show('sign-in')
    at('email').focus()
  }
}

/** On pages that ask for a proof. Services differ in how they write the names of fields. */
function offerProofs({ hasPassword, has_password, hasPasskey, has_passkey }) {
  if (!at('proof')) return
  at('password-proof').hidden = !(hasPassword ?? has_password)
  at('prove-passkey').hidden = !((hasPasskey ?? has_passkey) && canUsePasskeys())
}

/** Browsers refuse passkeys at IP addresses; older ones know this form of them not. */
const canUsePasskeys = () =>
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function' &&
  !/^[\d.]+$|^\[/.test(location.hostname)

/** Has the browser sign what the service asks for at `path`/begin, and sends it to `path`. */
async function usePasskey(path, more = {}) {
  const asked = await send('POST', `${path}/begin`, {})
  const isSnake = 'rp_id' in asked
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge: asked.challenge,
    rpId: isSnake ? asked.rp_id : asked.rpId,
    allowCredentials: asked.allow.map((id) => ({ type: 'public-key', id })),
    userVerification: 'required',
  })
  const signed = await navigator.credentials.get({ publicKey }).catch(() => undefined)
  if (!signed) throw new Error('No passkey was used: the browser was told to stop, or it took too long.')
  const { id, response } = signed.toJSON()
  const { clientDataJSON: data, authenticatorData: authenticator, signature } = response
  const given = isSnake
    ? { credential_id: id, client_data: data, authenticator_data: authenticator, signature }
    : { credentialId: id, clientData: data, authenticatorData: authenticator, signature }
  await send('POST', path, { ...given, ...more })
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
  at('sign-in-passkey').addEventListener('click', () => {
    const email = at('email').value
    usePasskey('/auth/sign-in/passkey', email && { email }).then(work, ({ message }) => say(message))
  })
  at('again').addEventListener('click', work)
}

/** Goes on with `work` once a passkey has proved the person. */
export function onPasskeyProof(work) {
  at('prove-passkey').addEventListener('click', () => {
    usePasskey('/auth/step-up/passkey').then(work, ({ message }) => say(message))
  })
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
    const byPassword = !at('password-proof').hidden
    if (!byPassword && at('prove-passkey').hidden) return say('Sign in on another page again, then allow it here.')
    at(byPassword ? 'again-password' : 'prove-passkey').focus()
  }
  if (!asksForCode(error)) return
  at('factor').hidden = false
  at('code').focus()
}

const asksForCode = ({ code }) => code === 'second-factor-required' || code === 'wrong-code'
