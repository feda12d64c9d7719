/** Whatever responds at the socket, the engine counts as unreachable, within the time limit and in bounded memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anOrder } from '@service/compute-testing/engine/engine-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engine.ts'
import { makeEngineClient } from './client.ts'
import { dockerEngine } from './docker-engine.ts'
import { frames } from './streams.ts'

const head = (status: number, type: string, rest = '') =>
  `HTTP/1.1 ${status} Whatever\r\napi-version: 1.41\r\ncontent-type: ${type}\r\n${rest}\r\n`
const json = (status: number, body: string) =>
  `${head(status, 'application/json', `content-length: ${Buffer.byteLength(body)}\r\n`)}${body}`

const responses: Record<string, string | ((socket: Socket) => void)> = {
  'no HTTP': '220 mail.example.com ESMTP\r\n',
  'nothing at all, and leaves': '',
  'a page of HTML': json(200, '<html>').replace('application/json', 'text/html'),
  'a page of HTML as a fault': json(502, '<html>Bad Gateway'),
  'broken JSON': json(200, '{"Id": '),
  'an empty object': json(200, '{}'),
  'a list where an object belongs': json(200, '[[1]]'),
  'fields of other types': json(200, '{"Name": 7, "State": "running", "Config": {"Labels": [1]}}'),
  'half of an answer, and leaves': `${head(200, 'application/json', 'content-length: 1000\r\n')}{"Id"`,
  'a redirect': head(307, 'text/plain', 'location: /elsewhere\r\ncontent-length: 0\r\n'),
  'another protocol': head(101, 'text/plain', 'connection: upgrade\r\nupgrade: tcp\r\n'),
  'more than anybody can read': (socket) => {
    socket.write(head(200, 'application/json'))
    const flood = Buffer.alloc(2 ** 20, '[')
    const pour = () => {
      while (!socket.destroyed && socket.write(flood));
    }
    socket.on('drain', pour)
    pour()
  },
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-hostile-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let sockets = 0

async function withServer<T>(
  serve: (socket: Socket, data: Buffer) => void,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `${++sockets}.sock`)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).once('data', (data) => serve(socket, data))
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  try {
    return await work(path)
  } finally {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

const anEngine = (socketPath: string): Engine =>
  dockerEngine({ address: { socketPath }, owner: 'test', nodes: [], cpuOnly: true, checkRegistry: async () => {} })

const withEngine = (serve: (socket: Socket, data: Buffer) => void, work: (engine: Engine) => Promise<void>) =>
  withServer(serve, async (path) => {
    const engine = anEngine(path)
    await work(engine)
    await engine.close()
  })

test('a read that met a process as it ended is repeated', async () => {
  let calls = 0
  const race = json(500, '{"message":"read /proc/3406/cgroup: no such process"}')
  const serve = (socket: Socket) => void socket.end(++calls < 3 ? race : json(404, '{"message":"no such container"}'))
  await withEngine(serve, async (engine) => {
    expect(await engine.inspect('svc-a-1', AbortSignal.timeout(20_000))).toBeUndefined()
    expect(calls).toBe(3)
  })
})

test.each(Object.entries(responses))('an engine that responds with %s is unreachable', async (_what, response) => {
  const serve = (socket: Socket) => (typeof response === 'string' ? void socket.end(response) : response(socket))
  await withEngine(serve, async (engine) => {
    const soon = AbortSignal.timeout(20_000)
    const calls = [
      engine.inspect('svc-a-1', soon),
      engine.list(soon),
      engine.stop('svc-a-1', 1, soon),
      engine.remove('svc-a-1', soon),
      engine.apply(anOrder({ image: 'acme/app' }), soon),
      engine.usage('svc-a-1', soon),
    ]
    const codes = await Promise.all(
      calls.map((call) =>
        call.then(
          () => 'no fault',
          ({ code }) => code,
        ),
      ),
    )
    expect(codes).toEqual(calls.map(() => 'unreachable'))
    const seen: unknown[] = []
    for await (const hint of engine.watch(AbortSignal.timeout(500))) seen.push(hint)
    expect(seen).toEqual([])
  })
})

test('an engine that is neither Docker nor Podman is refused', async () => {
  const other = json(200, '{}').replace('api-version: 1.41\r\n', '')
  const serve = (socket: Socket) => void socket.end(other)
  await withEngine(serve, async (engine) => {
    await expect(engine.probe(AbortSignal.timeout(20_000))).rejects.toMatchObject({ code: 'unreachable' })
  })
})

test('an engine that never responds is waited for as long as a probe may take', async () => {
  await withEngine(
    () => {},
    async (engine) => {
      const begun = performance.now()
      await expect(engine.probe(new AbortController().signal)).rejects.toMatchObject({ code: 'unreachable' })
      expect(performance.now() - begun).toBeGreaterThan(3_900)
    },
  )
})

test('closing ends pending calls', async () => {
  const { promise: isAsked, resolve } = Promise.withResolvers<void>()
  await withEngine(
    () => resolve(),
    async (engine) => {
      const asked = engine.list(new AbortController().signal)
      void isAsked.then(() => engine.close())
      await expect(asked).rejects.toMatchObject({ code: 'unreachable' })
    },
  )
})

test('leaving a stream at any moment causes no unhandled rejection', async () => {
  const stream = `${head(200, 'application/json', 'content-length: 3\r\n')}123`
  await withServer(
    (socket) => socket.end(stream),
    async (path) => {
      const client = makeEngineClient({ socketPath: path })
      for (let round = 0; round < 400; round++) {
        const reader = new AbortController()
        const opened = await client.open({ method: 'GET', path: '/', signal: reader.signal })
        if ('status' in opened) throw new Error('It was refused.')
        try {
          for await (const _chunk of opened) {
            if (round % 4 === 0) reader.abort()
            if (round % 4 === 1) await new Promise(setImmediate)
            if (round % 4 === 2) process.nextTick(() => reader.abort())
          }
        } catch (error) {
          expect(error).toMatchObject({ code: 'unreachable' })
        }
        reader.abort()
      }
      client.close()
    },
  )
})

test('a frame that claims to be longer than any line is refused', async () => {
  const read = async (...chunks: Buffer[]) => {
    const texts: string[] = []
    for await (const { stream, bytes } of frames(chunksOf(chunks))) texts.push(`${stream} ${bytes}`)
    return texts
  }
  const frame = Buffer.from([2, 0, 0, 0, 0, 0, 0, 3, 97, 98, 99])
  expect(await read(frame, frame.subarray(0, 5), frame.subarray(5), frame.subarray(0, 9))).toEqual([
    'stderr abc',
    'stderr abc',
  ])
  await expect(read(Buffer.from([1, 0, 0, 0, 255, 0, 0, 0]))).rejects.toMatchObject({ code: 'unreachable' })
  await expect(read(Buffer.from('HTTP/1.1 200 OK'))).rejects.toMatchObject({ code: 'unreachable' })
})

async function* chunksOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

test('an image fetched with a login is nobody else’s, even if it cannot be named, and one that was there comes back', async () => {
  for (const [before, after] of [
    ['', 'DELETE /images/ghcr.io/acme/app:1'],
    ['sha256:old', 'POST /images/sha256:old/tag?repo=ghcr.io%2Facme%2Fapp&tag=1'],
  ] as const) {
    const calls: string[] = []
    let named: string = before
    const serve = (socket: Socket, data: Buffer) => {
      const call = data.toString().split(' HTTP/')[0]!.replace('%3A', ':')
      calls.push(call)
      if (call.startsWith('POST /images/create')) {
        named = 'sha256:new'
        return void socket.end(json(200, '{}'))
      }
      const isPrivate = call.includes('svc-private')
      if (isPrivate) return void socket.end(json(call.startsWith('GET') ? 404 : 500, '{"message":"no space left"}'))
      if (call.startsWith('POST') || call.startsWith('DELETE')) return void socket.end(json(200, '[]'))
      if (call.includes('/_ping')) return void socket.end(json(200, '{}'))
      const id = call.includes('sha256:old') ? 'sha256:old' : named
      if (!/^GET .images.*json$/.test(call) || id === '')
        return void socket.end(json(404, '{"message":"no such image"}'))
      socket.end(json(200, JSON.stringify({ Id: id, RepoTags: ['ghcr.io/acme/app:1'] })))
    }
    await withEngine(serve, async (engine) => {
      const registryLogin = { id: 'rgl_1', username: 'robot', password: 'p' }
      const order = anOrder({ image: 'ghcr.io/acme/app:1', registryLogin })
      await expect(engine.apply(order, AbortSignal.timeout(20_000))).rejects.toMatchObject({ code: 'unreachable' })
      expect(calls.at(-1)).toBe(after)
    })
  }
})
