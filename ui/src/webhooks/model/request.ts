/** The request of an attempt, as far as it can be known later. */
import type { Attempt, Delivery } from './words.ts'

export const headersOf = ({ deliveryId, event }: Delivery, attempt: Attempt | undefined): string[] => [
  'Content-Type: application/json',
  'User-Agent: Service-Webhooks/1',
  `X-Service-Event: ${event}`,
  `X-Service-Delivery: ${deliveryId}`,
  `X-Service-Attempt: ${attempt?.attempt ?? 1}`,
  `webhook-id: ${deliveryId}`,
  ...(attempt ? [`webhook-timestamp: ${Math.floor(new Date(attempt.at).getTime() / 1_000)}`] : []),
]

/** Text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const curlOf = (url: string, headers: readonly string[], body: string): string =>
  [`curl ${quoted(url)}`, ...headers.map((header) => `-H ${quoted(header)}`), `--data-binary ${quoted(body)}`].join(
    ' \\\n  ',
  )
