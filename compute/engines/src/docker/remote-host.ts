/**
 * An engine on another machine, as the settings of a hub name it: over TLS, where both sides prove who they are, or
 * through SSH. In the clear none is ever asked: who may speak to it is root there.
 */
import { isIP } from 'node:net'
import type { SettingsFault } from '../engine-factory.ts'

export type RemoteSettings = {
  address?: string
  /** Paths. Of the authority of the engine's certificate, and of our own certificate and its key. */
  ca?: string
  cert?: string
  key?: string
  /** Paths. Of the key to sign in with, and of the hosts that are known. */
  identity?: string
  knownHosts?: string
  /** An address of the machine at which its containers' ports are published, and reached from the gateway. */
  reach?: string
}

export type TlsHost = { kind: 'tls'; host: string; port: number; ca?: string; cert: string; key: string; reach: string }
export type SshHost = {
  kind: 'ssh'
  user?: string
  host: string
  port?: number
  /** Of the engine, there. */
  socketPath: string
  identity?: string
  knownHosts?: string
  /** Absent: ports are forwarded. */
  reach?: string
}
export type RemoteHost = TlsHost | SshHost

const defaultSocket = '/var/run/docker.sock'
const host = String.raw`(?<host>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])`
const port = String.raw`(?::(?<port>\d{1,5}))`
const tcpPattern = new RegExp(`^(?:tcp|https)://${host}${port}/?$`, 'i')
/** Nothing in it is an option or an expression to `ssh`. */
const sshPattern = new RegExp(`^ssh://(?:(?<user>[a-z_][a-z0-9._-]*)@)?${host}${port}?(?<path>/[a-z0-9._/-]*)?$`, 'i')
const onlyTls = ['ca', 'cert', 'key'] as const
const onlySsh = ['identity', 'knownHosts'] as const

/** With `ssh://`, or with a certificate to show. */
export const isRemote = ({ address = '', cert, key }: RemoteSettings): boolean =>
  /^ssh:/i.test(address) || cert !== undefined || key !== undefined

export function remoteFaults(settings: RemoteSettings): SettingsFault[] {
  const { address = '', cert, key, reach } = settings
  const viaSsh = /^ssh:/i.test(address)
  const faults: SettingsFault[] = []
  const foreign = (viaSsh ? onlyTls : onlySsh).filter((name) => settings[name] !== undefined)
  for (const path of foreign) faults.push({ path, message: `is for ${viaSsh ? 'tcp://' : 'ssh://'} alone` })
  if (viaSsh && !hasGoodPort(sshPattern.exec(address))) {
    faults.push({
      path: 'address',
      message: 'must be ssh://user@host:port/path of the engine’s socket; all but the host may be left out',
    })
  }
  if (!viaSsh) {
    if (!hasGoodPort(tcpPattern.exec(address)))
      faults.push({ path: 'address', message: 'must be tcp://host:port, with cert and key' })
    if (cert === undefined)
      faults.push({ path: 'cert', message: 'is missing: the certificate by which the engine knows the service' })
    if (key === undefined) faults.push({ path: 'key', message: 'is missing: the key of cert' })
    if (reach === undefined) {
      faults.push({
        path: 'reach',
        message: 'is missing: the IP address of the machine at which the gateway reaches ports of containers',
      })
    }
  }
  if (reach !== undefined && (isIP(reach) === 0 || /^(?:0\.0\.0\.0|::)$/.test(reach))) {
    faults.push({
      path: 'reach',
      message: 'must be one IP address of the machine: ports are published there, and nowhere else',
    })
  }
  return faults
}

const hasGoodPort = (match: RegExpExecArray | null): boolean => {
  const number = match?.groups?.port
  return match !== null && (number === undefined || (Number(number) > 0 && Number(number) <= 65_535))
}

/** Of settings without faults. */
export function remoteHost(settings: RemoteSettings): RemoteHost {
  const { address = '', ca, cert = '', key = '', identity, knownHosts, reach } = settings
  const groups = (sshPattern.exec(address) ?? tcpPattern.exec(address))?.groups ?? {}
  const name = (groups.host ?? '').replace(/^\[(.*)\]$/, '$1')
  if (!/^ssh:/i.test(address)) {
    return {
      kind: 'tls',
      host: name,
      port: Number(groups.port),
      cert,
      key,
      reach: reach ?? '',
      ...(ca !== undefined && { ca }),
    }
  }
  return {
    kind: 'ssh',
    host: name,
    socketPath: groups.path === undefined || groups.path === '/' ? defaultSocket : groups.path,
    ...(groups.user !== undefined && { user: groups.user }),
    ...(groups.port !== undefined && { port: Number(groups.port) }),
    ...(identity !== undefined && { identity }),
    ...(knownHosts !== undefined && { knownHosts }),
    ...(reach !== undefined && { reach }),
  }
}

export function remoteText(remote: RemoteHost): string {
  const name = isIP(remote.host) === 6 ? `[${remote.host}]` : remote.host
  if (remote.kind === 'tls') return `tcp://${name}:${remote.port}`
  const { user, port, socketPath } = remote
  return `ssh://${user === undefined ? '' : `${user}@`}${name}${port === undefined ? '' : `:${port}`}${socketPath}`
}
