/** The certificates of the gateway. */
export { type Certificates, openCertificateFiles } from './certificate-files.ts'
