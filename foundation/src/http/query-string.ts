/**
 * Reads a query string as `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5.1), but strictly: where
 * the standard replaces bytes that are not UTF-8, the request is refused, for a name with U+FFFD in it would be screened
 * as another name than was meant.
 */

/** Set on the parsed object when the text could not be decoded: the parser cannot refuse the request, the validator can. */
export const malformed = Symbol('malformed query string')

export type RawQuery = { [name: string]: string | string[]; [malformed]?: string }

export function parseQueryString(text: string): RawQuery {
  const query: RawQuery = Object.create(null)
  if (text === '') return query
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    if (name === undefined || value === undefined) {
      query[malformed] = `${pair.slice(0, 60)} must be percent-encoded UTF-8`
      return query
    }
    const earlier = query[name]
    if (earlier === undefined) query[name] = value
    else if (Array.isArray(earlier)) earlier.push(value)
    else query[name] = [earlier, value]
  }
  return query
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}
