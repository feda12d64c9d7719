/** The page on which people sign up. An invitation is read from behind the `#` and taken out of the address. */
const invitation = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const element = (id) => document.querySelector(`#${id}`)
const form = element('form')

function say(text) {
  element('message').textContent = text
}

async function call(method, body) {
  const response = await fetch('/auth/sign-up', {
    method,
    headers: { 'X-Service-Csrf': '1', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const sent = await response.json()
  if (response.ok) return sent
  const faults = sent.details?.map(({ path, message }) => `${path.replace('body.', '')} ${message}.`)
  throw new Error(faults?.join(' ') ?? sent.message)
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [name, company, email, password] = ['name', 'company', 'email', 'password'].map((id) => element(id).value)
  try {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const input = { name, company, email, password, time_zone: timeZone }
    const { person, first_key: firstKey } = await call('POST', invitation === '' ? input : { ...input, invitation })
    form.hidden = true
    element('key').value = firstKey.secret
    element('done').hidden = false
    say(`You are signed in as ${person.user.name}, ${person.role} of ${person.company.name}.`)
    element('key').focus()
  } catch (error) {
    say(error.message)
  }
})

const { mode } = await call('GET').catch((error) => ({ mode: error.message }))
if (mode === 'open' || (mode === 'invite' && invitation !== '')) {
  say('No card is needed.')
  form.hidden = false
  element('name').focus()
} else if (mode === 'invite') say('Signing up needs an invitation here. Ask the operator for one.')
else if (mode === 'off') say('Nobody can sign up here. Ask the operator for an account.')
else say(mode)
