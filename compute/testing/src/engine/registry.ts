/**
 * A registry of images on loopback, of the few answers that a pull needs. Its repositories differ by what is
 * wrong with them.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

export type TestRegistry = {
  /** How often that was asked for. */
  asked(path: RegExp): number
  close(): Promise<void>
}

type Blob = { type: string; bytes: Buffer }

export const registryUser = { username: 'robot', password: 'only:reads' }
const userToken = 'the-user'
const noLogin = ['UNAUTHORIZED', 'authentication required'] as const

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
const configType = 'application/vnd.docker.container.image.v1+json'
const layerType = 'application/vnd.docker.image.rootfs.diff.tar.gzip'

/**
 * Has `team/app:1`, which is `rootFolder` and runs `true`; `team/slow:1`, the same after a second and a half;
 * `team/private`, which nobody may read; `team/secret:1`, which `registryUser` may; `team/broken:1`, whose manifest is none; `team/failing`, where it fails itself.
 */
export async function startTestRegistry(port: number, rootFolder: Buffer): Promise<TestRegistry> {
  const blobs = new Map<string, Blob>()
  const manifest = putImage(blobs, rootFolder)
  const asked: string[] = []

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    asked.push(path)
    const [, repository, kind, reference] = /^\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(path) ?? []
    const { authorization, host } = request.headers
    if (path.startsWith('/token')) {
      // Who asks by POST asks by GET then.
      if (request.method !== 'GET') return complain(response, 405, 'UNSUPPORTED', 'only GET')
      return giveToken(response, authorization)
    }
    const challenge = { 'www-authenticate': `Bearer realm="http://${host}/token",service="test"` }
    const isUser = authorization === `Bearer ${userToken}`
    if (!repository) return authorization ? end(response, 200, '{}') : complain(response, 401, ...noLogin, challenge)
    if (repository === 'team/secret' && !isUser) return complain(response, 401, ...noLogin, challenge)
    if (repository === 'team/private') return complain(response, 401, ...noLogin)
    if (repository === 'team/failing') return complain(response, 500, 'UNKNOWN', 'internal failure')
    if (repository === 'team/broken') return end(response, 200, 'no manifest at all', manifestType)
    if (repository === 'team/slow' && kind === 'manifests') await sleep(1_500) // a pull that others join
    const known = ['team/app', 'team/slow', 'team/secret'].includes(repository)
    const blob = blobs.get(kind === 'manifests' && reference === '1' ? manifest : (reference ?? ''))
    if (!known || !blob) return complain(response, 404, 'MANIFEST_UNKNOWN', 'manifest unknown')
    response.setHeader('docker-content-digest', digestOf(blob.bytes))
    end(response, 200, request.method === 'HEAD' ? '' : blob.bytes, blob.type, blob.bytes.length)
  }

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    asked: (path) => asked.filter((seen) => path.test(seen)).length,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers the digest of its manifest. */
function putImage(blobs: Map<string, Blob>, rootFolder: Buffer): string {
  const put = (type: string, bytes: Buffer) => {
    blobs.set(digestOf(bytes), { type, bytes })
    return { mediaType: type, size: bytes.length, digest: digestOf(bytes) }
  }
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  const layer = put(layerType, gzipSync(rootFolder, { level: 1 }))
  const config = put(
    configType,
    json({
      architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
      os: 'linux',
      config: { Cmd: ['/bin/true'] },
      rootfs: { type: 'layers', diff_ids: [digestOf(rootFolder)] },
      history: [{ created: '2026-01-01T00:00:00Z' }],
    }),
  )
  return put(manifestType, json({ schemaVersion: 2, mediaType: manifestType, config, layers: [layer] })).digest
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

function end(
  response: ServerResponse,
  status: number,
  body: Buffer | string,
  type = 'application/json',
  length?: number,
) {
  response.writeHead(status, { 'content-type': type, 'content-length': length ?? Buffer.byteLength(body) })
  response.end(body)
}

function complain(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  end(response, status, JSON.stringify({ errors: [{ code, message }] }))
}

/** One for everybody, and another for the user; none for a wrong password. */
function giveToken(response: ServerResponse, authorization: string | undefined): void {
  const { username, password } = registryUser
  const isUser = authorization === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  if (authorization !== undefined && !isUser) complain(response, 401, ...noLogin)
  else end(response, 200, JSON.stringify({ token: isUser ? userToken : 'anybody', expires_in: 300 }))
}
