/**
 * The way to an engine through SSH: one `ssh` of the system's to each host, as the user's own configuration, keys and
 * known hosts have it, that never asks anything and trusts no host that it does not know.
 *
 * It forwards two sockets of a folder that is the service's own: one to the engine's socket, and one by which the ports of
 * containers on that host's loopback are reached (SOCKS). So the far side needs neither a `docker` command nor a shell, as
 * Docker's own `docker system dial-stdio` would, and one sign-in serves all connections; and nothing listens on a
 * port here, where others of this machine could reach the containers. When `ssh` ends, the next connection starts it again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, isIP, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineFault } from '../engine.ts'
import type { SshHost } from './remote-host.ts'

type Tunnel = { folder: string; end(): void }

const signInSeconds = 8
/** One that was refused is not tried again at once: hosts shut out those who try too often. */
const pauseAfterFailureMs = 2_000
const maxComplaint = 4_000
/** Nothing of the service's own settings, which hold secrets. */
const passedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SSH_AUTH_SOCK']

/** Ends `ssh` when this process is gone, however it ended: then its end of the pipe closes. */
const withParent = `"$@" </dev/null & ssh=$!
exec 3<&0
(read -r line <&3; kill "$ssh") >/dev/null 2>&1 &
wait "$ssh"`

export class SshTunnel {
  readonly #host: SshHost
  readonly #env: Readonly<Record<string, string | undefined>>
  #tunnel: Promise<Tunnel> | undefined
  #failure: { fault: EngineFault; atMs: number } | undefined
  /** What `ssh` has said since the last connection that succeeded. */
  #complaint = ''
  #isClosed = false

  constructor(host: SshHost, env: Readonly<Record<string, string | undefined>>) {
    this.#host = host
    this.#env = env
  }

  async toEngine(): Promise<Socket> {
    const { folder } = await this.#open()
    return connected(connect(join(folder, 'engine')))
  }

  /** To a port of an address that the far host reaches; resolves once something there has accepted the connection. */
  async toPort(host: string, port: number, signal: AbortSignal): Promise<Socket> {
    const { folder } = await this.#open()
    const socket = await connected(connect(join(folder, 'ports')))
    const giveUp = () => void socket.destroy(new Error('The port was not reached in time.'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return await throughSocks(socket, host, port)
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** Why a connection that was there has come to nothing, as far as `ssh` says. */
  async reason(): Promise<string | undefined> {
    await new Promise((resolve) => setImmediate(resolve)) // it says so first, in another pipe
    return sshReason(this.#complaint)
  }

  succeeded(): void {
    this.#complaint = ''
  }

  close(): void {
    this.#isClosed = true
    void this.#tunnel?.then(({ end }) => end()).catch(() => {})
  }

  #open(): Promise<Tunnel> {
    if (this.#failure && performance.now() - this.#failure.atMs < pauseAfterFailureMs) {
      return Promise.reject(this.#failure.fault)
    }
    this.#tunnel ??= this.#start().catch((fault: EngineFault) => {
      this.#tunnel = undefined
      this.#failure = { fault, atMs: performance.now() }
      throw fault
    })
    return this.#tunnel
  }

  #start(): Promise<Tunnel> {
    if (this.#isClosed) return Promise.reject(new EngineFault('unreachable', 'The engine was closed.'))
    this.#complaint = ''
    const folder = mkdtempSync(join(tmpdir(), 'service-ssh-'))
    const child = spawn('/bin/sh', ['-c', withParent, 'sh', ...sshCommand(this.#host, folder)], {
      env: { ...Object.fromEntries(passedOn.map((name) => [name, this.#env[name]])), LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = `${this.#complaint}${text}`.slice(-maxComplaint)
    })
    child.stdin.on('error', () => {})
    const tunnel = { folder, end: () => void child.stdin.end() }
    return new Promise((resolve, reject) => {
      const late = setTimeout(tunnel.end, signInSeconds * 1_000)
      child.stdout.once('data', () => {
        clearTimeout(late)
        if (this.#isClosed) tunnel.end()
        resolve(tunnel)
      })
      child
        .once('error', () => {})
        .once('close', () => {
          clearTimeout(late)
          rmSync(folder, { recursive: true, force: true })
          this.#tunnel = undefined
          reject(this.#refusal(child))
        })
    })
  }

  #refusal({ exitCode }: ChildProcess): EngineFault {
    const message = sshReason(this.#complaint) ?? 'The host of the engine does not respond to SSH.'
    const cause = new Error(`ssh ended with ${exitCode}: ${this.#complaint.trim()}`)
    return new EngineFault('unreachable', message, { cause })
  }
}

function sshCommand({ user, host, port, socketPath, identity, knownHosts }: SshHost, folder: string): string[] {
  const options = {
    BatchMode: 'yes',
    StrictHostKeyChecking: 'yes',
    ExitOnForwardFailure: 'yes',
    ConnectTimeout: String(signInSeconds - 1),
    ServerAliveInterval: '5',
    ServerAliveCountMax: '3',
    ControlMaster: 'no',
    ControlPath: 'none',
    LogLevel: 'INFO',
    // Runs once both sockets are there.
    PermitLocalCommand: 'yes',
    LocalCommand: 'echo ready',
    ...(identity !== undefined && { IdentitiesOnly: 'yes' }),
    ...(knownHosts !== undefined && { UserKnownHostsFile: knownHosts, GlobalKnownHostsFile: '/dev/null' }),
  }
  return [
    ...['ssh', '-N', '-T', '-a', '-x'],
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...(identity === undefined ? [] : ['-i', identity]),
    ...['-L', `${join(folder, 'engine')}:${socketPath}`, '-D', join(folder, 'ports')],
    ...(port === undefined ? [] : ['-p', String(port)]),
    ...(user === undefined ? [] : ['-l', user]),
    ...['--', host],
  ]
}

/** For the operator, of what `ssh` complains of. */
export function sshReason(complaint: string): string | undefined {
  return reasons.find(([pattern]) => pattern.test(complaint))?.[1]
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|host key for .* has changed/i,
    'The host of the engine shows another SSH key than the one that is known.',
  ],
  [
    /no \S+ host key is known|host key verification failed/i,
    'The SSH key of the engine’s host is not known: add it to the known hosts of the hub.',
  ],
  [
    /UNPROTECTED PRIVATE KEY FILE|bad permissions/i,
    'The SSH key of the hub can be read by other users of this machine, so it is not used.',
  ],
  [/identity file .* not accessible/i, 'The file that the hub names as identity cannot be read.'],
  [/error in libcrypto|invalid format/i, 'The file that the hub names as identity holds no SSH key.'],
  [
    /permission denied|too many authentication failures/i,
    'The host of the engine refuses the SSH key or the user of the hub.',
  ],
  [/could not resolve hostname/i, 'The name of the engine’s host is not known.'],
  [/connect to host .*refused/i, 'No SSH server listens at the host of the engine.'],
  [/no route to host|network is unreachable/i, 'No route leads to the engine’s host.'],
  [
    /administratively prohibited/i,
    'The SSH server of the engine’s host forbids forwarding (AllowTcpForwarding, AllowStreamLocalForwarding).',
  ],
  [/ssh: not found|ssh: No such file/i, 'The program ssh is not installed on this machine.'],
  [/open failed/i, 'The engine’s socket on its host is not there, or may not be used by the user of the hub.'],
]

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/**
 * The command CONNECT of SOCKS 5, whose response comes once the far side is connected.
 * Source: RFC 1928, sections 3, 4 and 6; no method of proof, for the socket is ours alone.
 */
async function throughSocks(socket: Socket, host: string, port: number): Promise<Socket> {
  if (isIP(host) !== 4) throw new RangeError(`${host} is no IPv4 address.`)
  socket.write(Buffer.from([5, 1, 0, 5, 1, 0, 1, ...host.split('.').map(Number), port >> 8, port & 0xff]))
  const reply = await readBytes(socket, 12)
  if (reply[1] !== 0 || reply[3] !== 0) throw new Error('The port was refused.')
  return socket
}

function readBytes(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const read = () => {
      const bytes = socket.read(count) as Buffer | null
      if (!bytes) return
      settle()
      resolve(bytes)
    }
    const ended = () => {
      settle()
      reject(new Error('The port was refused.'))
    }
    const settle = () => socket.off('readable', read).off('close', ended).off('error', ended).off('end', ended)
    socket.on('readable', read).once('close', ended).once('error', ended).once('end', ended)
  })
}
