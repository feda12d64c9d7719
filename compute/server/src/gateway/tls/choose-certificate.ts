/** Which certificate a caller sees: the one of the files wherever it names what the caller asks for, else one that was ordered. */
import { X509Certificate } from 'node:crypto'
import type { SecureContext } from 'node:tls'
import type { OrderedCertificates } from '../../certificates/certificates.ts'
import type { Certificates } from './certificate-files.ts'

export type TlsOptions = {
  certificates?: Certificates | undefined
  ordered?: OrderedCertificates | undefined
}

export const speaksTls = ({ certificates, ordered }: TlsOptions): boolean =>
  certificates !== undefined || ordered !== undefined

type Choose = (serverName: string, done: (error: Error | null, context?: SecureContext) => void) => void

/** Without a context, the handshake goes on with the files' certificate, and fails where there is none. */
export function makeChooseCertificate({ certificates, ordered }: TlsOptions): Choose {
  const namesOf = (pem: string) => new X509Certificate(pem)
  let fromFiles = certificates && namesOf(certificates.current.cert)
  certificates?.onChange(({ cert }) => {
    fromFiles = namesOf(cert)
  })
  return (serverName, done) => {
    if (!ordered || fromFiles?.checkHost(serverName) !== undefined) return done(null)
    ordered.contextOf(serverName).then(
      (context) => done(null, context),
      () => done(null),
    )
  }
}
