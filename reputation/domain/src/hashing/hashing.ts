/** FNV-1a with a final mix, unsigned, of the text from `from` to before `to`. */
export function hashText(text: string, from = 0, to = text.length): number {
  return finish(hashOn(0x811c9dc5, text, from, to))
}

/** What `hashWithEnding` goes on from: the text up to `end`, for many endings. */
export const hashBeginning = (text: string, end: number): number => hashOn(0x811c9dc5, text, 0, end)

/** The same as `hashText` of that beginning with `ending` after it. */
export const hashWithEnding = (beginning: number, ending: string): number =>
  finish(hashOn(beginning, ending, 0, ending.length))

function hashOn(before: number, text: string, from: number, to: number): number {
  let hash = before
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

function finish(before: number): number {
  let hash = before
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
