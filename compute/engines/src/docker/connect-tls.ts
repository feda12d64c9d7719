/** Connections to an engine over TLS. The files are read for each, so that new ones need no restart. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { EngineFault } from '../engine.ts'
import type { TlsHost } from './remote-host.ts'

const connectMs = 5_000

export async function connectTls({ host, port, ...files }: TlsHost): Promise<TLSSocket> {
  const [ca, cert, key] = await Promise.all([
    files.ca === undefined ? undefined : read(files.ca, 'ca'),
    read(files.cert, 'cert'),
    read(files.key, 'key'),
  ])
  requireValid(cert)
  return new Promise((resolve, reject) => {
    try {
      const socket = connect({
        ...{ host, port, cert, key, minVersion: 'TLSv1.2' as const, ALPNProtocols: ['http/1.1'] },
        ...(ca && { ca }),
        ...(isIP(host) === 0 && { servername: host }),
      })
      const late = setTimeout(() => socket.destroy(unreachable('The host of the engine does not respond.')), connectMs)
      const failed = (error: Error) => {
        clearTimeout(late)
        reject(error)
      }
      socket.once('error', failed).once('secureConnect', () => {
        clearTimeout(late)
        socket.off('error', failed)
        resolve(socket.setNoDelay(true))
      })
    } catch (error) {
      reject(error as Error) // a key that does not fit its certificate, say
    }
  })
}

async function read(path: string, setting: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw unreachable(`The file that the hub names as ${setting} cannot be read.`, cause)
  }
}

/** Engines that refuse it do not always say why. */
function requireValid(cert: Buffer): void {
  let until: Date
  try {
    until = new Date(new X509Certificate(cert).validTo)
  } catch (cause) {
    throw unreachable('The file that the hub names as cert holds no certificate.', cause)
  }
  if (until <= new Date()) throw unreachable(ownExpired)
}

const unreachable = (message: string, cause?: unknown): EngineFault =>
  new EngineFault('unreachable', message, { cause })
const ownExpired = 'The client certificate of the hub has expired.'

/** What an operator can act on, of an error of a connection; undefined for any other. */
export function connectionReason({ code = '', message = '' }: NodeJS.ErrnoException): string | undefined {
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the engine has expired.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the engine is for another name than the hub’s address.'
  if (/^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/.test(code)) {
    return 'The certificate of the engine is not of the authority that the hub names as ca.'
  }
  if (/certificate.expired/i.test(`${code} ${message}`)) return ownExpired
  if (
    /alert[ _](?:bad[ _]certificate|certificate[ _]unknown|unknown[ _]ca|access[ _]denied|certificate[ _]required|certificate[ _]revoked)|certificate[ _]required/i.test(
      `${code} ${message}`,
    )
  ) {
    return 'The engine refuses the client certificate of the hub.'
  }
  if (/key values mismatch|KEY_VALUES_MISMATCH/i.test(`${code} ${message}`))
    return 'The key of the hub is not that of its client certificate.'
  if (/PEM|DECODER|asn1/i.test(`${code} ${message}`)) return 'A certificate or a key that the hub names cannot be read.'
  if (/wrong version number|ERR_SSL_WRONG_VERSION_NUMBER|packet length too long/i.test(`${code} ${message}`)) {
    return 'What listens at the address of the engine does not speak TLS.'
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the engine’s host is not known.'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'No route leads to the engine’s host.'
  return undefined
}
