/**
 * The certificate of the gateway, from two files in PEM: the chain, the gateway's own certificate first, and its key.
 * The files are replaced while the service runs when a certificate is renewed, so they are read again every half minute.
 * A watch would not see a mounted secret of Kubernetes change, which is replaced through a link above it. Files that cannot
 * be used leave the certificate in force as it is.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '@service/foundation/config/config.ts'
import type { Logger } from '@service/foundation/log/logger.ts'

/** In PEM. */
export type Certificate = { cert: string; key: string }

export interface Certificates {
  readonly current: Certificate
  /** That it is for, in lower case; `*.` begins those of a wildcard. */
  readonly names: readonly string[]
  /** When it ends, in milliseconds since 1970. */
  readonly expiresMs: number
  onChange(listener: (renewed: Certificate) => void): void
  close(): void
}

export type CertificateFiles = { certificateFile: string; keyFile: string }

/** `domain` is what follows a deployment's name. */
type Options = { log: Logger; now: () => Date; domain: string; checkEveryMs?: number }

type Read = Certificate & { expiresMs: number }

const day = 24 * 3_600_000
const soonMs = 14 * day

/** @throws ConfigError where a file cannot be read, is no certificate or key, or the two do not belong together. */
export async function openCertificateFiles(files: CertificateFiles, options: Options): Promise<Certificates> {
  const { log, checkEveryMs = 30_000 } = options
  const listeners: ((renewed: Certificate) => void)[] = []
  let current = await read(files).catch((error: Error) => {
    throw new ConfigError([error.message])
  })
  let warnedMs = warnOf(current, options)
  let reported = ''
  let isReading = false

  const check = async () => {
    if (isReading) return
    isReading = true
    try {
      const found = await read(files)
      if (found.cert === current.cert && found.key === current.key) {
        // A renewal that fails changes nothing: that it expires is said again every day.
        if (options.now().getTime() - warnedMs >= day) warnedMs = warnOf(current, options)
        return
      }
      current = found
      for (const listener of listeners) listener(found)
      log.info({ expires: new Date(found.expiresMs) }, 'the certificate of the gateway was renewed')
      warnedMs = warnOf(found, options)
      reported = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== reported)
        log.error({ fault: message }, 'the gateway keeps its certificate: the new one cannot be used')
      reported = message
    } finally {
      isReading = false
    }
  }
  const timer = setInterval(() => void check(), checkEveryMs).unref()

  return {
    get current() {
      return { cert: current.cert, key: current.key }
    },
    get names() {
      return namesIn(current.cert)
    },
    get expiresMs() {
      return current.expiresMs
    },
    onChange: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  }
}

/** Names the setting of what is wrong. */
async function read({ certificateFile, keyFile }: CertificateFiles): Promise<Read> {
  const cert = await textOf('COMPUTE_GATEWAY_TLS_CERTIFICATE', certificateFile)
  const key = await textOf('COMPUTE_GATEWAY_TLS_KEY', keyFile)
  const parsed = attempt(
    () => new X509Certificate(cert),
    `COMPUTE_GATEWAY_TLS_CERTIFICATE: ${certificateFile} holds no certificate in PEM.`,
  )
  const parsedKey = attempt(
    () => createPrivateKey(key),
    `COMPUTE_GATEWAY_TLS_KEY: ${keyFile} holds no key in PEM without a passphrase.`,
  )
  if (!parsed.checkPrivateKey(parsedKey))
    throw new Error(
      `COMPUTE_GATEWAY_TLS_KEY: the key in ${keyFile} is not that of the first certificate in ${certificateFile}.`,
    )
  attempt(
    () => createSecureContext({ cert, key }),
    `COMPUTE_GATEWAY_TLS_CERTIFICATE: TLS cannot use ${certificateFile} with its key: it may be too weak.`,
  )
  return { cert, key, expiresMs: parsed.validToDate.getTime() }
}

async function textOf(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(`${setting}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function attempt<T>(run: () => T, fault: string): T {
  try {
    return run()
  } catch {
    throw new Error(fault)
  }
}

/** Returns when it was looked at. */
function warnOf({ cert, expiresMs }: Read, { log, now, domain }: Options): number {
  const nowMs = now().getTime()
  const leftMs = expiresMs - nowMs
  const expires = new Date(expiresMs)
  if (leftMs <= 0) log.error({ expires }, 'the certificate of the gateway has expired: renew it')
  else if (leftMs < soonMs) log.warn({ expires }, 'the certificate of the gateway expires soon: renew it')
  const [suffix = ''] = domain.toLowerCase().split(':', 1)
  if (!namesIn(cert).includes(`*.${suffix}`))
    log.warn(
      { domain: suffix },
      'the certificate of the gateway is not for all names under its domain: callers will refuse it',
    )
  return nowMs
}

function namesIn(cert: string): string[] {
  const names = new X509Certificate(cert).subjectAltName?.toLowerCase().split(', ') ?? []
  return names.flatMap((name) => (name.startsWith('dns:') ? [name.slice(4)] : []))
}
