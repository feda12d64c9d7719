import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, assert, describe, expect, test } from 'vitest'
import { readAddresses } from '../model/list-settings.ts'
import type { RefusalCode } from '../model/refusal.ts'
import { publicAddress } from './addresses.ts'
import { type DownloadLimits, defaultLimits, download, type Validator } from './download.ts'
import { fetchList } from './fetch-list.ts'

const limits: DownloadLimits = {
  connectTimeoutMs: 2_000,
  silenceTimeoutMs: 1_000,
  totalTimeoutMs: 3_000,
  maxBytes: 100_000,
}
const never = new AbortController().signal
const file = 'a list, '.repeat(1_000)
const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function fetched(address: string, known?: Validator) {
  const result = await download(address, known, limits, never)
  assert(result.kind === 'file')
  return { text: Buffer.from(result.bytes).toString(), validator: result.validator }
}

const refusal = (address: string, code: RefusalCode, message: RegExp) =>
  expect(download(address, undefined, limits, never)).rejects.toMatchObject({
    name: 'ListRefused',
    code,
    message: expect.stringMatching(message),
  })

describe('a file over http', () => {
  test('comes whole, and its validators are echoed exactly', async () => {
    const asked: IncomingMessage[] = []
    const base = await serve((request, response) => {
      asked.push(request)
      const status = request.headers['if-none-match'] === 'W/"a,b"' ? 304 : 200
      response.writeHead(status, { etag: 'W/"a,b"', 'last-modified': 'Sat, 11 Jul 2026 10:00:00 GMT' })
      response.end(status === 200 ? file : undefined)
    })
    const { text, validator } = await fetched(base)
    expect(text).toBe(file)
    expect(await download(base, validator, limits, never)).toEqual({ kind: 'unchanged' })
    expect(asked[1]?.headers['if-modified-since']).toBe('Sat, 11 Jul 2026 10:00:00 GMT')
    expect(asked[0]?.headers['user-agent'] ?? '').toMatch(/^Mozilla\/5\.0 /)
  })

  test('that has not changed is recognised where the server ignores conditions', async () => {
    const base = await serve((_, response) => response.end(file))
    const { validator } = await fetched(base)
    expect(await download(base, validator, limits, never)).toEqual({ kind: 'unchanged' })
  })

  test.each([1, 2])('compressed %i times is unpacked', async (layers) => {
    let body: Uint8Array = Buffer.from(file)
    for (let layer = 0; layer < layers; layer++) body = gzipSync(body)
    const base = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
    expect((await fetched(base)).text).toBe(file)
  })

  test('behind redirects is found', async () => {
    const base = await serve((request, response) => {
      const location = { '/': 'next', '/next': '/new' }[request.url!]
      if (location) response.writeHead(request.url === '/' ? 302 : 307, { location }).end()
      else response.end(file)
    })
    expect((await fetched(base)).text).toBe(file)
  })
})

test('a password in the address is sent to that server and to no other it redirects to', async () => {
  const seen: (string | undefined)[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end(file)
  })
  const base = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(302, { location: other }).end()
  })
  await fetched(base.replace('//', '//user:p%40ss@'))
  expect(seen).toEqual(['Basic dXNlcjpwQHNz', undefined])
})

describe('a download is refused', () => {
  test('when redirects do not end', async () => {
    const base = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end())
    await refusal(base, 'redirect', /more than 5 times/)
  })

  test('when a redirect leads to a local file or nowhere', async () => {
    const base = await serve((request, response) =>
      response.writeHead(302, request.url === '/none' ? {} : { location: 'file:///etc/hostname' }).end(),
    )
    await refusal(base, 'redirect', /redirects to file:/)
    await refusal(`${base}/none`, 'redirect', /without saying where/)
  })

  test.each([500, 403, 404, 206])('when the status is %i', async (status) => {
    const base = await serve((_, response) => response.writeHead(status, { 'retry-after': '120' }).end(file))
    await refusal(`${base}/list.xml?token=secret`, 'http-status', new RegExp(`/list\\.xml responded with ${status}$`))
    await expect(download(base, undefined, limits, never)).rejects.toMatchObject({ retryAfterMs: 120_000 })
  })

  test('when the server never answers, or falls silent within the file', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/silent') return
      response.writeHead(200, { 'content-length': file.length }).write(file.slice(0, 100))
    })
    await Promise.all([refusal(`${base}/silent`, 'timeout', /fell silent/), refusal(base, 'timeout', /fell silent/)])
  })

  test('when the file trickles in for too long', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 200)
      response.on('close', () => clearInterval(drip))
    })
    await refusal(base, 'timeout', /not complete after 3 s/)
  })

  test.each([
    ['with an announced length', { 'content-length': String(file.length) }],
    ['in chunks', {}],
  ])('when the connection ends within a file sent %s', async (_, headers) => {
    const base = await serve((_, response) => {
      response.writeHead(200, headers).write(file.slice(0, 4_000))
      setTimeout(() => response.destroy(), 50) // once what was written has arrived
    })
    await refusal(base, 'truncated', /ended before the file was complete/)
  })

  test('when the file is too large, as sent or unpacked', async () => {
    const large = Buffer.alloc(limits.maxBytes + 1, 'x')
    const base = await serve((request, response) => response.end(request.url === '/gz' ? gzipSync(large) : large))
    await refusal(base, 'too-large', /larger than/)
    await refusal(`${base}/gz`, 'too-large', /larger than/)
  })

  test('when a compressed file is cut', async () => {
    const base = await serve((_, response) => response.end(gzipSync(file).subarray(0, 30)))
    await refusal(base, 'truncated', /compressed file .* broken/)
  })

  test('when nobody listens', async () => {
    const base = await serve((_, response) => response.end())
    servers[0]?.close()
    await refusal(base, 'unreachable', /ECONNREFUSED/)
  })

  test('when it is cancelled', async () => {
    const base = await serve(() => {})
    const cancel = new AbortController()
    const pending = download(base, undefined, defaultLimits, cancel.signal)
    cancel.abort()
    await expect(pending).rejects.toMatchObject({ name: 'ListRefused' })
  })
})

test('a local file is read, recognised as unchanged, and read again once it has changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'list-'))
  try {
    const path = join(folder, 'list of mine.xml')
    const address = pathToFileURL(path).href
    await refusal(address, 'unreachable', /cannot be read \(ENOENT\)/)
    await writeFile(path, gzipSync(file))
    const { text, validator } = await fetched(address)
    expect(text).toBe(file)
    expect(await download(address, validator, limits, never)).toEqual({ kind: 'unchanged' })
    await writeFile(path, 'changed')
    expect((await fetched(address, validator)).text).toBe('changed')
  } finally {
    await rm(folder, { recursive: true })
  }
})

describe('a list of several files', () => {
  const served = async (contents: Record<string, string>) => {
    const asked: string[] = []
    const base = await serve((request, response) => {
      const text = contents[request.url!]
      if (text === undefined) return response.writeHead(500).end()
      const etag = `"${text}"`
      const unchanged = request.headers['if-none-match'] === etag
      asked.push(`${request.url} ${unchanged ? 304 : 200}`)
      return unchanged ? response.writeHead(304).end() : response.writeHead(200, { etag }).end(text)
    })
    return { asked, addresses: [`${base}/one`, `${base}/two`] }
  }

  test('is fetched whole when one of them has changed', async () => {
    const contents = { '/one': 'a', '/two': 'b' }
    const { asked, addresses } = await served(contents)
    const first = await fetchList(addresses, [], limits, never)
    assert(first.kind === 'changed')
    expect(await fetchList(addresses, first.validators, limits, never)).toEqual({ kind: 'unchanged' })

    contents['/two'] = 'c'
    asked.length = 0
    const second = await fetchList(addresses, first.validators, limits, never)
    assert(second.kind === 'changed')
    expect(second.files.map(String)).toEqual(['a', 'c'])
    expect(asked).toEqual(['/one 304', '/two 200', '/one 200'])
  })

  test('is refused when one of them fails', async () => {
    const { addresses } = await served({ '/one': 'a' })
    await expect(fetchList(addresses, [], limits, never)).rejects.toMatchObject({ code: 'http-status' })
  })
})

test('addresses are read from one text, and shown without what might be secret', () => {
  expect(readAddresses(' https://a.example/x?y=1 , file:///srv/list.xml,')).toEqual([
    'https://a.example/x?y=1',
    'file:///srv/list.xml',
  ])
  expect(() => readAddresses(' , ')).toThrow(/no address/)
  expect(() => readAddresses('file:///a,ftp://user:pass@a.example/x')).toThrow(
    /^has no http:, https: or file: address in place 2 of 2$/,
  )
  expect(() => readAddresses('list.xml')).toThrow(/no http:, https: or file: address/)
  expect(publicAddress('https://user:pass@a.example/x?token=1#z')).toBe('https://a.example/x')
  expect(publicAddress('file:///srv/list.xml')).toBe('file:///srv/list.xml')
})
