/** The grant of RFC 8628, by which a program without a browser of its own gets a key. */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

/** What programs call, in the names of the RFC. */
export type DeviceGrant = {
  ask(form: Readonly<Partial<Record<string, string>>>, from: { address: string; baseUrl: string }): Promise<object>
  token(form: Readonly<Partial<Record<string, string>>>, requestId: string): Promise<object>
}
