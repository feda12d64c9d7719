/** Asks a person whether `svc` gets an API key. What the machine says of itself is shown as text, never as markup. */
import {
  ask,
  askForProof,
  at,
  chosenScopes,
  onPasskeyProof,
  onSignIn,
  prove,
  say,
  scopeLine,
  send,
  show,
} from '/oauth/asking.js'

let code = new URLSearchParams(location.search).get('code') ?? ''

const begin = () =>
  ask(async (person) => {
    if (code === '') {
      say('Type the code to see what asks.')
      show('typed')
      at('typed-code').focus()
      return
    }
    const asked = await send('POST', '/oauth/device/request', { code }).catch((error) => {
      if (error.status === 404) show('typed')
      throw error
    })
    at('shown-code').textContent = asked.code
    at('machine').textContent = asked.machine
    at('asked-from').textContent = asked.asked_from
    at('person').textContent = `${person.user.email}, ${person.role} of ${person.company.name}`
    at('name').value = `svc on ${asked.machine}`
    at('scopes').replaceChildren(...asked.scopes.map((one) => scopeLine(one, one.is_default)))
    say('A program asks for an API key in your name.')
    show('hand-over')
    at('refuse').focus()
  })

async function decide(key) {
  try {
    if (key) await prove()
    await send('POST', '/oauth/device/decide', { code, ...(key && { key }) })
    show('')
    say(key ? 'Done. svc has its key; you can close this page.' : 'Refused. svc gets no key; you can close this page.')
  } catch (error) {
    askForProof(error)
  }
}

const giveKey = () => {
  const days = at('days').value
  decide({ name: at('name').value, scopes: chosenScopes(), days: days === '' ? null : Number(days) })
}

onSignIn(begin)
onPasskeyProof(giveKey)
at('typed').addEventListener('submit', (event) => {
  event.preventDefault()
  code = at('typed-code').value
  begin()
})
at('refuse').addEventListener('click', () => decide(undefined))
at('hand-over').addEventListener('submit', (event) => {
  event.preventDefault()
  giveKey()
})

begin()
