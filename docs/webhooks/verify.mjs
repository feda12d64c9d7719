import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 5 * 60

/** The Standard Webhooks signature. Names of headers in lower case; the body as the bytes that came, in a Buffer. */
export function verify(secret, headers, body, now = Date.now() / 1000) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!id || !/^[0-9]{1,12}$/.test(timestamp ?? '')) return false
  if (Math.abs(now - Number(timestamp)) > toleranceSeconds) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  return signatures.split(' ').some((given) => equal(given, expected))
}

/** The signature of the body alone. */
export function verifyBody(secret, headers, body) {
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  return equal(headers['x-service-signature'] ?? '', expected)
}

function equal(given, expected) {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
