/** For tests: certificates of our own, made by `openssl`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type CertificateFiles = { certificateFile: string; keyFile: string; certificate: string }

/** Writes `<name>.crt` and `<name>.key` into the folder, over those that are there. It signs itself. */
export function writeCertificate(
  folder: string,
  { name = 'gateway', names, days = 90 }: { name?: string; names: readonly string[]; days?: number },
): CertificateFiles {
  const certificateFile = join(folder, `${name}.crt`)
  const keyFile = join(folder, `${name}.key`)
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)],
      ...['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${names.map((one) => `DNS:${one}`).join(',')}`],
      ...['-keyout', keyFile, '-out', certificateFile],
    ],
    { stdio: 'pipe' },
  )
  return { certificateFile, keyFile, certificate: readFileSync(certificateFile, 'utf8') }
}
