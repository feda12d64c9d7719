/** The certificates of the gateway. */
export { type Certificates, openCertificateFiles } from './certificate-files.ts'
export { makeChooseCertificate, speaksTls, type TlsOptions } from './choose-certificate.ts'
