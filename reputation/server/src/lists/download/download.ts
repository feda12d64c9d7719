/**
 * Fetches one file of a list from an address that the operator or we ourselves chose. Redirects are followed for that
 * reason alone (OFAC answers with short-lived links), a few of them, and never from https to http.
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { ListRefused } from '../model/refusal.ts'
import { publicAddress } from './addresses.ts'

export type DownloadLimits = {
  connectTimeoutMs: number
  /** Without a byte of the response, from the request's end or since the last byte. */
  silenceTimeoutMs: number
  totalTimeoutMs: number
  /** The size of the body as sent, and again of the file after decompression. */
  maxBytes: number
}

export const defaultLimits: DownloadLimits = {
  connectTimeoutMs: 10_000,
  silenceTimeoutMs: 30_000,
  totalTimeoutMs: 300_000,
  maxBytes: 200 * 1024 * 1024,
}

/**
 * What the source said of the file, to be echoed exactly at the next request; for a local file its times and size.
 * `reader` is the version of our own code that has read it.
 */
export type Validator = { etag?: string; lastModified?: string; sha256?: string; reader?: number }

export type Download = { kind: 'unchanged' } | { kind: 'file'; bytes: Uint8Array; validator: Validator }

const maxRedirects = 5
const unzip = promisify(gunzip)

// The EU's server refuses clients that do not look like a browser; the others do not mind.
const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'application/xml,text/xml,text/csv,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.8',
  'accept-encoding': 'gzip',
}

/** `known` is what an earlier download of this address left, if the file is still held. Throws `ListRefused`. */
export async function download(
  address: string,
  known: Validator | undefined,
  limits: DownloadLimits,
  cancel: AbortSignal,
): Promise<Download> {
  const raw = address.startsWith('file:')
    ? await readLocal(address, known, limits)
    : await get(address, known, limits, cancel)
  if (raw === 'unchanged') return { kind: 'unchanged' }
  const sha256 = createHash('sha256').update(raw.bytes).digest('hex')
  // A server that knows no conditional requests sends the same bytes again.
  if (known?.sha256 === sha256) return { kind: 'unchanged' }
  const bytes = await decompress(raw.bytes, address, limits.maxBytes)
  return { kind: 'file', bytes, validator: { ...raw.validator, sha256 } }
}

type Raw = { bytes: Uint8Array; validator: Validator } | 'unchanged'

async function readLocal(address: string, known: Validator | undefined, limits: DownloadLimits): Promise<Raw> {
  try {
    const file = await open(fileURLToPath(address))
    try {
      const { size, mtimeMs, ctimeMs } = await file.stat()
      if (size > limits.maxBytes) throw tooLarge(address, limits.maxBytes)
      const etag = `${size}-${mtimeMs}-${ctimeMs}`
      if (known?.etag === etag) return 'unchanged'
      return { bytes: await file.readFile(), validator: { etag } }
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (cause instanceof ListRefused) throw cause
    const code = (cause as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new ListRefused('unreachable', `${publicAddress(address)} cannot be read (${code})`, { cause })
  }
}

async function get(
  address: string,
  known: Validator | undefined,
  limits: DownloadLimits,
  cancel: AbortSignal,
): Promise<Raw> {
  const dispatcher = new Agent({ connect: { timeout: limits.connectTimeoutMs } })
  const deadline = AbortSignal.timeout(limits.totalTimeoutMs)
  try {
    const response = await follow(address, known, limits, dispatcher, AbortSignal.any([cancel, deadline]))
    if (response.statusCode === 304) {
      await response.body.dump()
      if (!known)
        throw new ListRefused('http-status', `${publicAddress(address)} responded with 304 to a plain request`)
      return 'unchanged'
    }
    const bytes = await readBody(response, address, limits.maxBytes)
    const etag = single(response.headers.etag)
    const lastModified = single(response.headers['last-modified'])
    return { bytes, validator: { ...(etag && { etag }), ...(lastModified && { lastModified }) } }
  } catch (cause) {
    throw cause instanceof ListRefused ? cause : networkRefusal(address, cause, deadline, limits)
  } finally {
    void dispatcher.destroy()
  }
}

async function follow(
  address: string,
  known: Validator | undefined,
  limits: DownloadLimits,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const home = new URL(address)
  let url = home
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, {
      headers: {
        ...headers,
        ...(url.origin === home.origin && credentials(home)),
        ...(known?.etag && { 'if-none-match': known.etag }),
        ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
      },
      headersTimeout: limits.silenceTimeoutMs,
      bodyTimeout: limits.silenceTimeoutMs,
      dispatcher,
      signal,
    })
    const { statusCode } = response
    if (statusCode === 200 || statusCode === 304) return response
    await response.body.dump()
    if (![301, 302, 303, 307, 308].includes(statusCode)) {
      const retryAfterMs = readRetryAfter(single(response.headers['retry-after']))
      throw new ListRefused('http-status', `${publicAddress(address)} responded with ${statusCode}`, {
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      })
    }
    const location = single(response.headers.location)
    const next = location ? URL.parse(location, url.href) : null
    if (!next) throw new ListRefused('redirect', `${publicAddress(address)} redirects without saying where`)
    if (redirects === maxRedirects) {
      throw new ListRefused('redirect', `${publicAddress(address)} redirects more than ${maxRedirects} times`)
    }
    if (next.protocol !== 'https:' && next.protocol !== url.protocol) {
      throw new ListRefused(
        'redirect',
        `${publicAddress(address)} redirects to ${next.protocol}, which is not followed`,
      )
    }
    url = next
  }
}

async function readBody(response: Dispatcher.ResponseData, address: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(address, maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** By content: mirrors serve `.gz` files with and without `Content-Encoding`, and some compress them once more. */
async function decompress(bytes: Uint8Array, address: string, maxBytes: number): Promise<Uint8Array> {
  let file = bytes
  for (let layer = 0; layer < 2 && file[0] === 0x1f && file[1] === 0x8b; layer++) {
    try {
      file = await unzip(file, { maxOutputLength: maxBytes })
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(address, maxBytes)
      throw new ListRefused('truncated', `the compressed file from ${publicAddress(address)} is broken`, { cause })
    }
  }
  return file
}

function networkRefusal(address: string, cause: unknown, deadline: AbortSignal, limits: DownloadLimits): ListRefused {
  const from = publicAddress(address)
  const given = (cause as { code?: unknown }).code
  const code = typeof given === 'string' ? given : ''
  if (deadline.aborted) {
    return new ListRefused('timeout', `${from} was not complete after ${limits.totalTimeoutMs / 1000} s`, { cause })
  }
  if (code.endsWith('_TIMEOUT')) return new ListRefused('timeout', `${from} fell silent`, { cause })
  // The peer closed before the announced end.
  if (code === 'UND_ERR_SOCKET' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return new ListRefused('truncated', `${from} ended before the file was complete`, { cause })
  }
  return new ListRefused('unreachable', `${from} cannot be reached${code && ` (${code})`}`, { cause })
}

const tooLarge = (address: string, maxBytes: number): ListRefused =>
  new ListRefused('too-large', `${publicAddress(address)} is larger than ${Math.round(maxBytes / 1024 / 1024)} MiB`)

/** `https://user:password@host/`, for mirrors that ask for it. */
function credentials({ username, password }: URL): { authorization: string } | undefined {
  if (username === '' && password === '') return undefined
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

/** Whole seconds only: lists are refreshed by the hour, so the date form is left out. */
function readRetryAfter(header: string | undefined): number | undefined {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined
}
