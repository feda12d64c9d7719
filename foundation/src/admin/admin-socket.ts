/**
 * Administration while the service runs on the embedded database, which only one process can open: the service itself
 * runs the commands, for accounts that may open a Unix socket in its data folder. Only the owner of the folder may (mode
 * 0600), and that account could as well stop the service and open the database: the socket grants nothing new.
 *
 * One connection is one command: a line of JSON with the words, then lines of JSON with what is to be printed, and at
 * last one with the exit code.
 */
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type AdminRequest = { words: string[]; account: string; folder: string }
export type AdminOutput = { out: (text: string) => void; err: (text: string) => void }

type Reply = { out: string } | { err: string } | { exit: number }

/** The kernel's limit on a socket's path, with the byte that ends it. */
const maxPathBytes = process.platform === 'linux' ? 108 : 104
const maxRequestBytes = 65_536
const requestTimeoutMs = 5_000

export const adminSocketPath = (dataFolder: string): string => join(dataFolder, 'admin.sock')

export type AdminSocket = { close(): Promise<void> }

/**
 * The caller must hold the folder's lock: a socket that is there already is then what a killed owner left behind.
 * Resolves to `undefined` where the path is too long for a socket; commands then need the service stopped.
 */
export async function serveAdmin(
  path: string,
  run: (request: AdminRequest, output: AdminOutput) => Promise<number>,
): Promise<AdminSocket | undefined> {
  if (Buffer.byteLength(path) >= maxPathBytes) return undefined
  rmSync(path, { force: true })
  const open = new Set<Promise<void>>()
  const server = createServer((socket) => {
    const served = serveOne(socket, run).finally(() => open.delete(served))
    open.add(served)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const mask = process.umask(0o177) // binding happens within `listen`: there is no moment at which others may connect
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(mask)
    }
  })
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all(open)
      await closed
    },
  }
}

async function serveOne(
  socket: Socket,
  run: (request: AdminRequest, output: AdminOutput) => Promise<number>,
): Promise<void> {
  const reply = (line: Reply) => socket.writable && socket.write(`${JSON.stringify(line)}\n`)
  socket.on('error', () => {}) // the operator has gone: the command ends as it would have
  try {
    const request = await readRequest(socket)
    const exit = await run(request, { out: (out) => reply({ out }), err: (err) => reply({ err }) })
    reply({ exit })
  } catch (error) {
    reply({ err: `Error: ${error instanceof Error ? error.message : String(error)}` })
    reply({ exit: 1 })
  } finally {
    socket.end()
  }
}

function readRequest(socket: Socket): Promise<AdminRequest> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = (why: string) => reject(new Error(why))
    const timer = setTimeout(() => fail('No request arrived in time.'), requestTimeoutMs)
    socket.setEncoding('utf8')
    socket.once('close', () => fail('The connection was closed.'))
    socket.on('data', (chunk) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end === -1 && text.length <= maxRequestBytes) return
      clearTimeout(timer)
      const request = end === -1 ? undefined : asRequest(text.slice(0, end))
      if (request) resolve(request)
      else fail('The request is malformed.')
    })
  })
}

function asRequest(line: string): AdminRequest | undefined {
  try {
    const { words, account, folder } = JSON.parse(line)
    const isText = (value: unknown) => typeof value === 'string'
    if (Array.isArray(words) && words.every(isText) && isText(account) && isText(folder)) {
      return { words, account, folder }
    }
  } catch {}
  return undefined
}

/** Has the service at `path` run a command; returns its exit code, or `undefined` where no service answers. */
export async function callAdmin(path: string, request: AdminRequest, output: AdminOutput): Promise<number | undefined> {
  const socket = await connected(path)
  if (!socket) return undefined
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as Reply
    if ('exit' in reply) return reply.exit
    if ('out' in reply) output.out(reply.out)
    else output.err(reply.err)
  }
  throw new Error('The service ended before the command did. Check its log and `audit list` before you try again.')
}

function connected(path: string): Promise<Socket | undefined> {
  if (Buffer.byteLength(path) >= maxPathBytes) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(new Error(`Could not reach the running service at ${path}.`, { cause: error }))
    })
  })
}
