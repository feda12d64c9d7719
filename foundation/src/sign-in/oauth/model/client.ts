/** A client of OAuth, and which addresses people may be led back to. */
export type Client = { id: string; name: string; redirectUris: readonly string[] }

/** Of native programs that register an address of their own with the system (RFC 8252, section 7.1). */
const knownSchemes = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:', 'claude:', 'goose:']
const loopback = ['127.0.0.1', '[::1]', 'localhost']

export const maxRedirectUris = 10

/** What is wrong with an address that people are to be led back to; undefined if it may be one. */
export function redirectFault(text: string): string | undefined {
  if (text.length > 500 || !URL.canParse(text)) return 'must be an absolute address of at most 500 characters'
  const { protocol, hostname, hash, username, password } = new URL(text)
  if (hash !== '' || text.includes('#')) return 'must have no fragment'
  if (username !== '' || password !== '') return 'must name no user'
  if (protocol === 'https:' || knownSchemes.includes(protocol)) return undefined
  if (protocol === 'http:' && loopback.includes(hostname)) return undefined
  return 'must be https, http on this machine, or of a known program'
}

/** Exactly one of the client's addresses. A program on the person's machine has another port each time (RFC 8252, section 7.3). */
export const isRedirectOf = ({ redirectUris }: Client, given: string): boolean =>
  redirectFault(given) === undefined && redirectUris.some((known) => known === given || isSameButPort(known, given))

function isSameButPort(known: string, given: string): boolean {
  const [one, other] = [new URL(known), new URL(given)]
  if (one.protocol !== 'http:' || other.protocol !== 'http:' || !loopback.includes(one.hostname)) return false
  one.port = ''
  other.port = ''
  return one.href === other.href
}

/** As the consent page says where the person is led. */
export const redirectPlace = (uri: string): string => {
  const { protocol, hostname, host } = new URL(uri)
  if (protocol === 'https:') return host
  return protocol === 'http:' ? `a program on this computer (${hostname})` : `a program on this computer (${protocol})`
}

/** Printable, one line, of bounded length: it is shown to people who decide by it. */
export const clientName = (given: unknown): string | undefined => {
  if (typeof given !== 'string') return undefined
  const name = given
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)
  return name === '' ? undefined : name
}
