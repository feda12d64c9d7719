/**
 * Numbers for words and for combinations of them, by which the model's weights are found. A trained model holds these
 * numbers: after a change of a function here the models must be trained again.
 */

/** FNV-1a with a final mix, unsigned; of the part of the text from `from` to before `to`. */
export function wordHash(text: string, from = 0, to = text.length): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** One number of two; their order counts. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b + 0x9e3779b9, 0x85ebca6b), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
