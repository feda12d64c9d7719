/**
 * What a link leads to: the entry to the demo is used at once, an invitation and a reset ask for a password. The secret is
 * read from behind the `#` and taken out of the address, so that it stays in no history.
 */
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const kind = location.pathname.split('/').at(-1)
const message = document.querySelector('#message')
const form = document.querySelector('#form')

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Service-Csrf': '1' },
    body: JSON.stringify(body),
  })
  const sent = response.status === 204 ? undefined : await response.json()
  if (response.ok) return sent
  throw new Error(sent.details?.map((fault) => `The password ${fault.message}.`).join(' ') ?? sent.message)
}

function say(text) {
  message.textContent = text
}

function signedIn({ user, company, role }) {
  form.hidden = true
  say(`You are signed in as ${user.name}, ${role} of ${company.name}. `)
  const link = document.createElement('a')
  link.href = '/'
  link.textContent = 'Go on'
  message.append(link)
}

async function begin() {
  if (token === '') return say('This address is not complete. Open the link as you were given it.')
  if (kind === 'enter') return signedIn(await post('/auth/enter', { token }))
  const { email, company } = await post('/auth/link', { token })
  say(kind === 'invitation' ? `Choose a password for ${company.name}.` : 'Choose another password.')
  document.querySelector('#email').value = email
  form.hidden = false
  document.querySelector('#password').focus()
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const password = document.querySelector('#password').value
  try {
    if (kind === 'invitation') return signedIn(await post('/auth/invitation', { token, password }))
    await post('/auth/reset/confirm', { token, password })
    form.hidden = true
    say('Your password is saved, and you are signed out everywhere. You can sign in with it now.')
  } catch (error) {
    say(error.message)
  }
})

begin().catch((error) => say(error.message))
