/**
 * A key through a browser, which may be on another machine: the service gives an address and a code, a person allows the key there,
 * and the service then gives it out, once. The exchange has the form of RFC 8628.
 */
import { hostname } from 'node:os'
import { CommandFailure, exitCode } from '../../exit-code.ts'
import { styled, words } from '../../terminal/terminal.ts'
import type { Context } from '../command.ts'
import { openInBrowser } from '../open-in-browser.ts'

export type HandedOver = { apiKey: string; name: string; scopes: string; endsAt: string | null }

type Asked = { deviceCode: string; userCode: string; address: string; expiresInMs: number; pollMs: number }
type Reply = { status: number; body: Record<string, unknown>; retryAfterMs: number }

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
const requestMs = 10_000

export async function keyFromBrowser(baseUrl: string, context: Context): Promise<HandedOver> {
  const { input, output, terminal, env } = context
  const asked = await ask(baseUrl)
  const { stderr } = terminal
  // Also with --quiet: without it nobody could go on.
  const lines = [
    words`Open this address in a browser, on this machine or another:`,
    words`  ${asked.address}`,
    words`and compare the code: ${styled('bold', asked.userCode)}`,
  ]
  for (const line of lines) stderr.write(`${line.render(stderr.isColoured)}\n`)
  if (!input.has('no-open') && canOpen(context.terminal.stderr.isTerminal, env))
    await openInBrowser(asked.address).catch(() => {})
  const release = context.whenInterrupted(() => words`Interrupted. No key was kept.`)
  const status = output.status()
  status.say(words`waiting for the browser`)
  try {
    return await waitForKey(baseUrl, asked)
  } finally {
    status.end()
    release()
  }
}

/** Whether a browser would open where the person sits. */
function canOpen(isTerminal: boolean, env: Context['env']): boolean {
  if (!isTerminal || env.SSH_CONNECTION || env.SSH_TTY) return false
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

async function ask(baseUrl: string): Promise<Asked> {
  const { status, body } = await post(`${baseUrl}/oauth/device_authorization`, {
    client_id: 'svc',
    machine: hostname(),
  })
  if (status === 404 || status === 405)
    throw new CommandFailure(exitCode.auth, `The service at ${baseUrl} gives out no keys by a browser.`, typeIt)
  if (status !== 200) throw refused(body, `The service at ${baseUrl} responded with status ${status}.`)
  const { device_code, user_code, verification_uri_complete, expires_in, interval } = body
  const address = String(verification_uri_complete)
  // It is shown, and given to a program that opens it.
  const isAddress = /^https?:\/\/[!-~]+$/.test(address) && URL.canParse(address)
  if (!isAddress || !/^[A-Z0-9-]{4,20}$/.test(String(user_code)) || typeof device_code !== 'string')
    throw new CommandFailure(exitCode.failure, `The service at ${baseUrl} responded with something else than a code.`)
  return {
    deviceCode: device_code,
    userCode: String(user_code),
    address,
    expiresInMs: within(expires_in, 10, 3_600, 600) * 1_000,
    pollMs: within(interval, 1, 60, 5) * 1_000,
  }
}

const within = (given: unknown, min: number, max: number, otherwise: number): number =>
  typeof given === 'number' && Number.isFinite(given) ? Math.min(max, Math.max(min, given)) : otherwise

async function waitForKey(baseUrl: string, { deviceCode, expiresInMs, pollMs }: Asked): Promise<HandedOver> {
  const endsAtMs = performance.now() + expiresInMs
  let waitMs = pollMs
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (performance.now() > endsAtMs) throw expired()
    const form = { grant_type: grantType, client_id: 'svc', device_code: deviceCode }
    // Whether a request failed on the way matters not: it may be the network, and there is time.
    const reply = await post(`${baseUrl}/oauth/token`, form).catch(() => undefined)
    waitMs = pollMs
    if (!reply) continue
    const { status, body, retryAfterMs } = reply
    if (status === 200) return readKey(baseUrl, body)
    if (body.error === 'authorization_pending') continue
    if (body.error === 'expired_token') throw expired()
    if (body.error === 'access_denied') throw denied(body)
    if (body.error !== 'slow_down' && status !== 429 && status < 500)
      throw refused(body, `The service at ${baseUrl} responded with status ${status}.`)
    waitMs = Math.max(pollMs + 5_000, retryAfterMs)
  }
}

function readKey(baseUrl: string, { access_token, key_name, scope, key_expires_at }: Reply['body']): HandedOver {
  if (typeof access_token !== 'string' || !/^[!#-~]{1,200}$/.test(access_token))
    throw new CommandFailure(exitCode.failure, `The service at ${baseUrl} responded with something else than a key.`)
  return {
    apiKey: access_token,
    name: String(key_name),
    scopes: String(scope),
    endsAt: typeof key_expires_at === 'string' ? key_expires_at : null,
  }
}

async function post(url: string, fields: Record<string, string>): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(requestMs),
    })
    const parsed: unknown = await response.json().catch(() => ({}))
    const body = typeof parsed === 'object' && parsed !== null ? (parsed as Reply['body']) : {}
    const seconds = Number(response.headers.get('retry-after') ?? 0)
    return { status: response.status, body, retryAfterMs: within(seconds, 0, 120, 0) * 1_000 }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    const why = cause?.code ?? (error as Error).name
    throw new CommandFailure(exitCode.failure, `The service does not respond at ${new URL(url).origin} (${why}).`)
  }
}

const typeIt = 'svc login --key asks for a key that you have.'
const expired = () =>
  new CommandFailure(exitCode.auth, 'Nobody allowed the key in time. No key was kept.', 'Run svc login again.')
const denied = ({ error_description: why }: Reply['body']) =>
  new CommandFailure(exitCode.auth, `The key was refused: ${String(why)} No key was kept.`, typeIt)
const refused = ({ error_description: why }: Reply['body'], otherwise: string) =>
  new CommandFailure(exitCode.auth, typeof why === 'string' ? why : otherwise, typeIt)
