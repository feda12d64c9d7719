/** How connections to an engine are made: by Node's own agent on this machine, else by TLS or through SSH. */
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectTls } from './connect-tls.ts'
import type { EngineAddress, RemoteAddress } from './engine-address.ts'
import { SshTunnel } from './ssh-tunnel.ts'

export type EngineWay = {
  /** For Node's `request`. */
  target: { socketPath?: string; host?: string; port?: number }
  agent(options: AgentOptions): Agent
  /** To a port that only the engine's machine reaches; absent where ports are reached directly. */
  toPort?: (host: string, port: number, signal: AbortSignal) => Promise<Duplex>
  /** Why a connection that was made has come to nothing, where the way knows more than the error. */
  reason(error: unknown): Promise<string | undefined>
  succeeded(): void
  close(): void
}

export function wayTo(address: EngineAddress): EngineWay {
  if (!('remote' in address)) {
    return {
      target: address,
      agent: (options) => new Agent(options),
      reason: () => Promise.resolve(undefined),
      succeeded: () => {},
      close: () => {},
    }
  }
  return remoteWay(address)
}

function remoteWay({ remote, env }: RemoteAddress): EngineWay {
  const target = { host: remote.host, port: remote.port ?? 0 }
  if (remote.kind === 'tls') {
    return {
      target,
      agent: (options) => new AgentOver(options, () => connectTls(remote)),
      reason: (error) => Promise.resolve(wasCut(error) ? cutReason : undefined),
      succeeded: () => {},
      close: () => {},
    }
  }
  const tunnel = new SshTunnel(remote, env)
  return {
    target,
    agent: (options) => new AgentOver(options, () => tunnel.toEngine()),
    ...(remote.reach === undefined && { toPort: (host, port, signal) => tunnel.toPort(host, port, signal) }),
    reason: () => tunnel.reason(),
    succeeded: () => tunnel.succeeded(),
    close: () => tunnel.close(),
  }
}

/** In TLS 1.3 a client is refused only once its connection is made, and not all servers say why. */
const wasCut = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ECONNRESET'
const cutReason = 'The engine closed the connection. It may refuse the client certificate of the hub.'

type OnCreated = (error: Error | null, socket: Duplex) => void

class AgentOver extends Agent {
  readonly #connect: () => Promise<Socket>

  constructor(options: AgentOptions, connect: () => Promise<Socket>) {
    super(options)
    this.#connect = connect
  }

  override createConnection(_options: ClientRequestArgs, onCreated?: OnCreated): undefined {
    this.#connect().then(
      (socket) => onCreated?.(null, socket),
      (error: Error) => onCreated?.(error, undefined as never),
    )
  }
}
