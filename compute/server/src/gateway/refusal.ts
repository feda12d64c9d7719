/** What the gateway says instead of a deployment. */
import { createHash } from 'node:crypto'
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Problem } from '@service/foundation/problem.ts'
import { type Html, html } from '@service/foundation/text/model/html.ts'
import type { Route } from './route.ts'

export type Refusal = {
  status: number
  code: string
  message: string
  retryAfterSeconds?: number
  /** The connection ends with it. */
  ends?: true
  /** In place of the message, for a browser. */
  page?: Html
  /** Names and values, alternating. */
  headers?: readonly string[]
}

/** Where the next request on the connection begins, or whom it is for, is doubtful after it: nothing more is read. */
export const malformed = (message: string, status = 400): Refusal => ({
  status,
  code: 'invalid-request',
  message,
  ends: true,
})

export const noTunnels = malformed('CONNECT is not possible here.', 405)

export const unknownHost: Refusal = {
  status: 404,
  code: 'unknown-host',
  message: 'No deployment is reached under this host name.',
}

/** What becomes running by itself, so that asking again makes sense. */
const onTheWay: readonly DeploymentStatus[] = ['scheduled', 'provisioning', 'failing_over']

export function notServing({ status, reason, simulated }: Route): Refusal {
  if (simulated) {
    const message = `This deployment is simulated (${status}): no container runs, so nothing listens here.`
    return { status: 503, code: 'simulated', message }
  }
  if (status === 'running' || status === 'degraded') {
    return { status: 503, code: 'no-port', message: `This deployment is ${status} and has no port that it listens on.` }
  }
  return {
    status: 503,
    code: 'not-running',
    message: `This deployment is ${status}${reason ? ` (${reason})` : ''}.`,
    ...(onTheWay.includes(status) && { retryAfterSeconds: 5 }),
  }
}

export const tooBusy = (limit: number): Refusal => ({
  status: 503,
  code: 'too-busy',
  message: `This deployment has ${limit} requests under way already.`,
  retryAfterSeconds: 1,
})

export const unreachable: Refusal = {
  status: 502,
  code: 'bad-gateway',
  message: 'The deployment runs, and does not accept connections or broke one off.',
}

export const notHttp: Refusal = {
  status: 502,
  code: 'bad-gateway',
  message: 'The deployment did not respond in well-formed HTTP/1.1.',
}

export const movedAway: Refusal = {
  status: 502,
  code: 'bad-gateway',
  message: 'The deployment was moved to another hub while this request was under way.',
  retryAfterSeconds: 1,
}

export const tooSlow = (message: string): Refusal => ({ status: 504, code: 'gateway-timeout', message })

/** Another company's key is no different from one that does not exist. */
export const needsKey: Refusal = {
  status: 401,
  code: 'unauthenticated',
  message:
    'This deployment needs an API key of its company in the header X-Service-Key; there is none, or it is not valid.',
  headers: ['WWW-Authenticate', 'ApiKey realm="deployment", header="X-Service-Key"'],
}

export const lacksScope = (scope: string): Refusal => ({
  status: 403,
  code: 'forbidden',
  message: `This key may not do that: it lacks the scope ${scope}.`,
})

export const needsVisit: Refusal = {
  status: 401,
  code: 'unauthenticated',
  message: 'This deployment is for people of its company: open it in a browser and sign in.',
  headers: ['WWW-Authenticate', 'Session realm="deployment"'],
}

/** As the service's own plain pages look, which this page cannot load: it stands at the address of the deployment. */
const style = 'body{margin:0;font:1rem/1.5 system-ui,sans-serif}main{max-width:32rem;margin:8vh auto;padding:0 1rem}'
const styleHash = createHash('sha256').update(style).digest('base64')

const pageHeaders = [
  ...['Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer', 'X-Content-Type-Options', 'nosniff'],
  ...['Content-Security-Policy', `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`],
]

export const visitPage = (signInUrl: string): Refusal => ({
  ...needsVisit,
  headers: [...needsVisit.headers!, ...pageHeaders],
  page: html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Sign in</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Sign in to open this</h1>
      <p>It is for people of the company that runs it.</p>
      <p><a href="${signInUrl}">Sign in</a></p>
    </main>
  </body>
</html>
`,
})

/** No refusal, but what the gateway says itself where a ticket was good. */
export const visitBegun = (location: string, cookie: string): Refusal => ({
  status: 303,
  code: 'visit-begun',
  message: 'You are signed in here.',
  headers: ['Location', location, 'Set-Cookie', cookie, ...pageHeaders],
})

export const accessEnded: Refusal = {
  status: 401,
  code: 'unauthenticated',
  message: 'What let this request in has ended while it was under way.',
}

export const bug: Refusal = { status: 500, code: 'internal', message: 'Internal error. Try again.' }

export const ofProblem = ({ status, code, message, retryAfterSeconds }: Problem): Refusal => ({
  status,
  code,
  message,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})

export const closing: Refusal = {
  status: 503,
  code: 'unavailable',
  message: 'The service is shutting down.',
  retryAfterSeconds: 5,
}
