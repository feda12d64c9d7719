/**
 * Results fit into an agent's context: what is longer than `maxBytes` as JSON loses its longest texts' ends first, then the
 * ends of its longest lists, and says so in its field `cut`.
 */

export const maxResultBytes = 25_000
const firstTextLength = 1_000
const lastTextLength = 100

type Json = unknown
type List = { path: string; list: Json[]; bytes: number }

export function cutResult(result: object, maxBytes = maxResultBytes): { result: object; cut: string | undefined } {
  if (bytesOf(result) <= maxBytes) return { result, cut: undefined }
  const room = maxBytes - 400 // for the sentence
  const said: string[] = []
  let rest = shorten(result, firstTextLength)
  if (rest.shortened > 0) said.push(`long texts end after ${firstTextLength} characters`)
  const lists = cutLists(rest.value, room)
  said.push(...lists)
  if (bytesOf(rest.value) > room) {
    rest = shorten(rest.value, lastTextLength)
    said.push(`texts end after ${lastTextLength} characters`)
  }
  if (bytesOf(rest.value) > room) {
    rest = { value: {}, shortened: 0 }
    said.splice(0, said.length, 'nothing of it is left')
  }
  const advice = lists.length > 0 ? ' What was left out is behind no cursor: ask for less at a time.' : ''
  const cut = `This result was cut to ${maxBytes / 1_000} kB: ${said.join('; ')}.${advice}`
  return { result: { ...(rest.value as object), cut }, cut }
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))

function shorten(value: Json, maxLength: number): { value: Json; shortened: number } {
  let shortened = 0
  const walk = (one: Json): Json => {
    if (typeof one === 'string') {
      if (one.length <= maxLength) return one
      shortened += 1
      return `${one.slice(0, maxLength).toWellFormed()}…`
    }
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]))
  }
  return { value: walk(value), shortened }
}

/** Takes items off the ends of lists, the one with the most bytes first. Returns what it did. */
function cutLists(value: Json, room: number): string[] {
  const before = new Map<Json[], { path: string; length: number }>()
  for (let size = bytesOf(value); size > room; size = bytesOf(value)) {
    const lists = listsOf(value, '').sort((a, b) => b.bytes - a.bytes)
    const largest = lists.find(({ list }) => list.length > 1) ?? lists[0]
    if (!largest) break
    const { list, path, bytes } = largest
    if (!before.has(list)) before.set(list, { path, length: list.length })
    // At least one, and about as many as the excess takes up, so that a few rounds do.
    const excess = Math.ceil((list.length * (size - room)) / Math.max(bytes, 1))
    list.splice(Math.max(0, list.length - Math.max(1, Math.min(excess, list.length - 1))))
  }
  const said = [...before].map(([list, { path, length }]) => `${path} shows the first ${list.length} of ${length}`)
  return said.length > 4 ? [...said.slice(0, 3), `so do ${said.length - 3} more lists`] : said
}

function listsOf(value: Json, path: string): List[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    const own = value.length > 0 ? [{ path, list: value, bytes: bytesOf(value) }] : []
    return [...own, ...value.flatMap((one, index) => listsOf(one, `${path}[${index}]`))]
  }
  return Object.entries(value).flatMap(([name, one]) => listsOf(one, path === '' ? name : `${path}.${name}`))
}
