/**
 * Copies: one text that several outlets print, or one outlet twice. Each copy points at its **original**, the first of
 * its cluster by (publishedAt, id).
 *
 * Taken in that order, an article is a copy of the earliest original of the seven days before it that it agrees with;
 * otherwise it is an original. That is a function of the set of articles alone: `CopyClusters` follows articles in any
 * order of arrival to the same end, and says whose cluster has changed on the way.
 */
import { type Article, inOrder } from './article.ts'
import { areCopies, copyKeys, type Fingerprint, fingerprintOf } from './fingerprint.ts'

export type CopyText = Pick<Article, 'id' | 'publishedAt' | 'title' | 'text'>

const windowMs = 7 * 86_400_000

/** The original of every article that is a copy. */
export function findCopies(articles: readonly CopyText[]): Map<string, string> {
  const clusters = new CopyClusters()
  // In order, no decision has to be taken back.
  for (const article of articles.toSorted(inOrder)) clusters.add(article)
  return new Map(
    articles.flatMap(({ id }) => {
      const original = clusters.copyOf(id)
      return original === undefined ? [] : [[id, original] as const]
    }),
  )
}

type Entry = {
  id: string
  publishedAt: number
  fingerprint: Fingerprint
  keys: readonly number[]
  /** Itself for an original; undefined until it is decided. */
  original: Entry | undefined
}

export class CopyClusters {
  readonly #entries = new Map<string, Entry>()
  readonly #byKey = new Map<number, Set<Entry>>()
  /** Far fewer than all where one text is printed a thousand times. */
  readonly #originalsByKey = new Map<number, Set<Entry>>()

  /** The original that the article is a copy of; undefined for an original and for what was never added. */
  copyOf(id: string): string | undefined {
    const entry = this.#entries.get(id)
    return entry?.original && entry.original !== entry ? entry.original.id : undefined
  }

  /** Takes an article in and returns the ids of those, itself included, whose original is another one now. */
  add(article: CopyText): string[] {
    const changed = this.remove(article.id)
    const fingerprint = fingerprintOf(article)
    if (!fingerprint) return changed
    const { id, publishedAt } = article
    const entry: Entry = { id, publishedAt, fingerprint, keys: copyKeys(fingerprint), original: undefined }
    this.#entries.set(id, entry)
    index(this.#byKey, entry)
    return [...new Set([...changed, ...this.#decideFrom([entry])])]
  }

  /** Removes an article that is deleted, or about to be added again with other words. */
  remove(id: string): string[] {
    const entry = this.#entries.get(id)
    if (!entry) return []
    this.#entries.delete(id)
    unindex(this.#byKey, entry)
    if (entry.original !== entry) return []
    unindex(this.#originalsByKey, entry)
    return this.#decideFrom(this.#laterCopies(entry))
  }

  /** Lets go of what is too old to have anything to do with articles published from `time` on. */
  forgetBefore(time: number): void {
    for (const entry of [...this.#entries.values()]) {
      if (entry.publishedAt >= time - windowMs) continue
      this.#entries.delete(entry.id)
      unindex(this.#byKey, entry)
      unindex(this.#originalsByKey, entry)
    }
  }

  #decideFrom(entries: readonly Entry[]): string[] {
    const changed: string[] = []
    let waiting = entries.toSorted(inOrder)
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const before = entry.original
      const original = this.#earliestOriginal(entry) ?? entry
      if (original === before) continue
      entry.original = original
      changed.push(entry.id)
      if (original === entry) index(this.#originalsByKey, entry)
      else if (before === entry) unindex(this.#originalsByKey, entry)
      // Only who becomes an original, or ceases to be one, means something to later articles.
      const later = original === entry || before === entry ? this.#laterCopies(entry) : []
      if (later.length > 0) waiting = [...new Set([...waiting, ...later])].sort(inOrder)
    }
    return changed
  }

  #earliestOriginal(entry: Entry): Entry | undefined {
    let earliest: Entry | undefined
    for (const key of entry.keys) {
      for (const other of this.#originalsByKey.get(key) ?? []) {
        if (!precedes(other, entry) || (earliest && inOrder(other, earliest) >= 0)) continue
        if (areCopies(other.fingerprint, entry.fingerprint)) earliest = other
      }
    }
    return earliest
  }

  #laterCopies(entry: Entry): Entry[] {
    const later = new Set<Entry>()
    for (const key of entry.keys) {
      for (const other of this.#byKey.get(key) ?? []) {
        if (precedes(entry, other) && !later.has(other) && areCopies(entry.fingerprint, other.fingerprint))
          later.add(other)
      }
    }
    return [...later]
  }
}

const precedes = (one: Entry, other: Entry): boolean =>
  one !== other && inOrder(one, other) < 0 && other.publishedAt - one.publishedAt <= windowMs

function index(byKey: Map<number, Set<Entry>>, entry: Entry): void {
  for (const key of entry.keys) {
    const entries = byKey.get(key)
    if (entries) entries.add(entry)
    else byKey.set(key, new Set([entry]))
  }
}

function unindex(byKey: Map<number, Set<Entry>>, entry: Entry): void {
  for (const key of entry.keys) {
    const entries = byKey.get(key)
    if (entries?.delete(entry) && entries.size === 0) byKey.delete(key)
  }
}
