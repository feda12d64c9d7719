/** Leads a person who is signed in back to the endpoint that they came from. */
import { ask, onSignIn, say, send, show } from '/oauth/asking.js'

const { name = '', path = '/' } = Object.fromEntries(new URLSearchParams(location.search))

const begin = () =>
  ask(async () => {
    const { redirect_to: to } = await send('POST', '/endpoint-visit', { name, path })
    show('')
    say('You are led to the deployment.')
    location.replace(to)
  })

onSignIn(begin)

begin()
