/** Headers that concern one connection only, and never pass from one side to the other (RFC 9110, section 7.6.1). */
const always: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-authentication-info',
])

/** With those that this message's own `Connection` header names. In lower case. */
export function hopByHop(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return always
  return new Set([...always, ...connection.split(',').map((token) => token.trim().toLowerCase())])
}
