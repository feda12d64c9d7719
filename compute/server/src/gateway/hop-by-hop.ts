/** Headers that concern one connection only, and never pass from one side to the other (RFC 9110, section 7.6.1). */
const always = [
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
]

/** With those that this message's own `Connection` header names. In lower case. */
export function hopByHop(connection: string | undefined): Set<string> {
  const names = new Set(always)
  for (const token of connection?.split(',') ?? []) names.add(token.trim().toLowerCase())
  return names
}
