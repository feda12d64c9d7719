/** The value of one cookie. Of a name that is sent twice neither is believed: one of them was set by somebody else. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (header === undefined || header.length > 8_192) return undefined
  const found = pairsIn(header).filter((pair) => pair.name === name)
  return found.length === 1 ? found[0]?.value : undefined
}

/** The header without cookies of these names, however often they are there; undefined where none is left. */
export function withoutCookies(header: string, names: ReadonlySet<string>): string | undefined {
  const all = pairsIn(header)
  const left = all.filter(({ name }) => !names.has(name))
  if (left.length === all.length) return header
  return left.length === 0 ? undefined : left.map(({ text }) => text).join('; ')
}

const pairsIn = (header: string) =>
  header.split(';').map((part) => {
    const text = part.trim()
    const end = text.indexOf('=')
    return { text, name: text.slice(0, Math.max(0, end)).trim(), value: text.slice(end + 1).trim() }
  })
