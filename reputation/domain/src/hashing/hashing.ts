/** FNV-1a with a final mix, unsigned, of the text from `from` to before `to`. */
export function hashText(text: string, from = 0, to = text.length): number {
  return finish(hashOn(0x811c9dc5, text, from, to))
}

/** The same of the text up to `end` with `ending` after it. */
export function hashWithEnding(text: string, end: number, ending: string): number {
  return finish(hashOn(hashOn(0x811c9dc5, text, 0, end), ending, 0, ending.length))
}

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
