import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { type RemoteHost, remoteText } from './remote-host.ts'

/** Where an engine is asked: here, or on another machine. */
export type EngineAddress = LocalAddress | RemoteAddress

/** A socket of this machine, or plain HTTP on loopback. A process that reaches either is root there. */
export type LocalAddress = { socketPath: string } | { host: string; port: number }

/** `env` is that of the process, of which `ssh` is given a little. */
export type RemoteAddress = { remote: RemoteHost; env: Readonly<Record<string, string | undefined>> }

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Reads `/run/podman/podman.sock`, `unix:///run/podman/podman.sock`, `tcp://127.0.0.1:2375` or `http://[::1]:2375`.
 * Throws `RangeError` for anything else: an engine elsewhere would be spoken to in the clear.
 */
export function parseEngineAddress(text: string): LocalAddress {
  const socketPath = text.replace(/^unix:\/\//, '')
  if (socketPath.startsWith('/')) return { socketPath }
  const [, host = '', port = ''] = /^(?:tcp|http):\/\/(?:\[?)([^\]/]+?)(?:\]?):(\d{1,5})\/?$/.exec(text) ?? []
  const address = host === 'localhost' ? '127.0.0.1' : host
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || !loopback.check(address, family) || Number(port) < 1 || Number(port) > 65_535) {
    throw new RangeError('is neither the path of a socket, such as /run/podman/podman.sock, nor http:// on loopback')
  }
  return { host: address, port: Number(port) }
}

/** In the form that settings have. */
export function addressText(address: EngineAddress): string {
  if ('remote' in address) return remoteText(address.remote)
  if ('socketPath' in address) return address.socketPath
  const { host, port } = address
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** Where Docker and Podman listen by themselves, best first; only sockets that are there. */
export function defaultAddresses(env: Readonly<Record<string, string | undefined>>): LocalAddress[] {
  const { DOCKER_HOST: named, XDG_RUNTIME_DIR: runtime } = env
  const sockets = [
    '/run/podman/podman.sock',
    ...(runtime ? [`${runtime}/podman/podman.sock`] : []),
    '/var/run/docker.sock',
  ]
  return [...addressNamed(named), ...sockets.filter((path) => existsSync(path)).map((socketPath) => ({ socketPath }))]
}

/** Other programs read the variable too, and may be meant to reach their engine through SSH: that one is not for us. */
function addressNamed(text: string | undefined): LocalAddress[] {
  if (!text) return []
  try {
    return [parseEngineAddress(text)]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
