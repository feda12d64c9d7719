/** What the gateway says instead of a deployment. */
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Problem } from '@service/foundation/problem.ts'
import type { Route } from './route.ts'

export type Refusal = {
  status: number
  code: string
  message: string
  retryAfterSeconds?: number
  /** The connection ends with it. */
  ends?: true
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
