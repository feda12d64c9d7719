/**
 * Which zones the weights of the forecast were fitted to, and which they are judged on: by a hash of the name, so that
 * nobody chose. Of the 111 zones of 2022, 57 were fitted to.
 */
export function isFittedTo(zone: string): boolean {
  let hash = 0x811c9dc5
  for (const character of zone) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return ((hash ^ (hash >>> 13)) & 1) === 0
}
