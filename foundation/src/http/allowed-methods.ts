/**
 * The methods of each path, so that a known path requested with another method is 405 with `Allow` instead of 404.
 * Searched only after no route matched, so speed does not matter.
 */
export class AllowedMethods {
  readonly #patterns: { method: string; segments: string[] }[] = []

  add(method: string | readonly string[], pattern: string): void {
    for (const one of [method].flat()) this.#patterns.push({ method: one, segments: pattern.split('/') })
  }

  /**
   * In alphabetical order, each once; empty for an unknown path. Where both `/things/try` and `/things/:id` match, the fixed
   * one says what the path is.
   */
  of(path: string): string[] {
    const segments = path.split('/')
    const matching = this.#patterns.filter((known) => matches(known.segments, segments))
    const fewest = Math.min(...matching.map(({ segments }) => openSegments(segments)))
    const methods = matching.filter(({ segments }) => openSegments(segments) === fewest).map(({ method }) => method)
    return [...new Set(methods)].sort()
  }
}

const openSegments = (pattern: readonly string[]): number =>
  pattern.filter((part) => part === '*' || part.startsWith(':')).length

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1) === '*'
  if (open ? path.length < pattern.length : path.length !== pattern.length) return false
  return pattern.every((part, i) => part === '*' || (part.startsWith(':') ? path[i] !== '' : part === path[i]))
}
