import { notHttp, type Refusal, tooSlow, unreachable } from './refusal.ts'
import { ConnectTimeout } from './upstream.ts'

export type Fault = Error & { code?: string }

/** By Node's parser and undici's, whose words they are: what came is no response of HTTP/1.1, or one to something else. */
const notHttpWords = /^HPE_|^UND_ERR_HEADERS_OVERFLOW$/
const notHttpMessages = /^bad (?:response|upgrade)$/

/** What to tell the caller of an error on the deployment's side. */
export function refusalOf(error: Fault, connectMs: number): Refusal {
  if (error instanceof ConnectTimeout)
    return tooSlow(`The deployment did not accept a connection within ${connectMs / 1_000} seconds.`)
  return notHttpWords.test(error.code ?? '') || notHttpMessages.test(error.message) ? notHttp : unreachable
}
