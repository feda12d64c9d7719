/** Asks a person whether an assistant may act for them. What the assistant says of itself is shown as text, never as markup. */
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

const request = Object.fromEntries(new URLSearchParams(location.search))

const begin = () =>
  ask(async (person) => {
    const { client, place, scopes } = await send('POST', '/oauth/authorize/request', { request })
    at('name').textContent = client.served_by ? `${client.name} (${client.served_by})` : `${client.name} (not verified)`
    at('place').textContent = place
    at('person').textContent = `${person.user.email}, ${person.role} of ${person.company.name}`
    at('scopes').replaceChildren(...scopes.map((one) => scopeLine(one, true)))
    if (scopes.length === 0) return say('Your role permits nothing of what this assistant asks for.')
    say('An assistant asks to use this service in your name.')
    show('consent')
    at('refuse').focus()
  })

async function decide(scopes) {
  try {
    if (scopes) await prove()
    const { redirect_to: to } = await send('POST', '/oauth/authorize/decide', { request, ...(scopes && { scopes }) })
    show('')
    say('You are led back.')
    location.assign(to)
  } catch (error) {
    askForProof(error)
  }
}

const allow = () => decide(chosenScopes())

onSignIn(begin)
onPasskeyProof(allow)
at('refuse').addEventListener('click', () => decide(undefined))
at('consent').addEventListener('submit', (event) => {
  event.preventDefault()
  allow()
})

begin()
