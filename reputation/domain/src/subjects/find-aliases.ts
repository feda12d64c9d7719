/**
 * Finds every alias of every subject in a text, in one pass over it however many subjects there are: an automaton of
 * all aliases whose states fall back to the longest ending that is the beginning of another alias.
 * Source: Aho and Corasick, CACM 18(6), 1975.
 *
 * An alias is found where it stands as a word of its own: "Ford" is not in "Fordham", yet it is in "Ford's" and in
 * "Ford-built". Of aliases that overlap, the one that begins first is found, and of those the longest.
 */
import { itemAt } from '../item-at/item-at.ts'
import type { Subject } from './subject.ts'

export type FoundAlias = {
  subjectId: string
  alias: string
  start: number
  end: number
  /** The alias is also a common word: only its context decides. */
  needsContext: boolean
}

export type AliasFinder = { find(text: string): FoundAlias[] }

type Pattern = { subjectId: string; alias: string; length: number; caseSensitive: boolean; needsContext: boolean }

export function compileAliases(subjects: readonly Pick<Subject, 'id' | 'aliases'>[]): AliasFinder {
  const automaton = new Automaton()
  for (const { id, aliases } of subjects) {
    for (const { text, caseSensitive = false, needsContext = false } of aliases) {
      const alias = text.trim()
      if (!/[\p{L}\p{N}]/u.test(alias)) continue
      automaton.add(alias, { subjectId: id, alias, length: alias.length, caseSensitive, needsContext })
    }
  }
  automaton.link()
  return { find: (text) => longest(automaton.find(text)) }
}

class Automaton {
  /** Per state: the state that follows by the folded code unit. */
  readonly #next: Map<number, number>[] = [new Map()]
  readonly #fallback: number[] = [0]
  readonly #patterns: Pattern[][] = [[]]
  /** The nearest state on the way of fallbacks that ends a pattern; 0 when there is none. */
  readonly #ending: number[] = [0]

  add(alias: string, pattern: Pattern): void {
    let state = 0
    for (let i = 0; i < alias.length; i++) {
      const unit = fold(alias.charCodeAt(i))
      let next = itemAt(this.#next, state).get(unit)
      if (next === undefined) {
        next = this.#next.length
        this.#next.push(new Map())
        this.#fallback.push(0)
        this.#patterns.push([])
        this.#ending.push(0)
        itemAt(this.#next, state).set(unit, next)
      }
      state = next
    }
    itemAt(this.#patterns, state).push(pattern)
  }

  link(): void {
    const queue = [...itemAt(this.#next, 0).values()]
    for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
      for (const [unit, child] of itemAt(this.#next, state)) {
        queue.push(child)
        const fallback = this.#step(itemAt(this.#fallback, state), unit)
        this.#fallback[child] = fallback
        this.#ending[child] = itemAt(this.#patterns, fallback).length > 0 ? fallback : itemAt(this.#ending, fallback)
      }
    }
  }

  find(text: string): FoundAlias[] {
    const found: FoundAlias[] = []
    let state = 0
    for (let i = 0; i < text.length; i++) {
      state = this.#step(state, fold(text.charCodeAt(i)))
      for (let at = state; at !== 0; at = itemAt(this.#ending, at)) {
        for (const { subjectId, alias, length, caseSensitive, needsContext } of itemAt(this.#patterns, at)) {
          const start = i + 1 - length
          if (!standsAlone(text, start, i + 1) || (caseSensitive && !isWritten(alias, text, start))) continue
          found.push({ subjectId, alias, start, end: i + 1, needsContext })
        }
      }
    }
    return found
  }

  #step(from: number, unit: number): number {
    let state = from
    for (;;) {
      const next = itemAt(this.#next, state).get(unit)
      if (next !== undefined) return next
      if (state === 0) return 0
      state = itemAt(this.#fallback, state)
    }
  }
}

/** Lower case, where that is one code unit; one kind of apostrophe, hyphen and space. */
function fold(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit
  const sign = signs.get(unit)
  if (sign !== undefined) return sign
  const lower = String.fromCharCode(unit).toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : unit
}

const signs = new Map([
  ...[0x2018, 0x2019, 0x02bc].map((unit) => [unit, 0x27] as const),
  ...[0x2010, 0x2011, 0x2012, 0x2013].map((unit) => [unit, 0x2d] as const),
  ...[0xa0, 0x2009, 0x202f].map((unit) => [unit, 0x20] as const),
])

const wordUnit = /[\p{L}\p{N}_]/u

function standsAlone(text: string, start: number, end: number): boolean {
  const isOpen = (inside: string, outside: string) => !wordUnit.test(inside) || !wordUnit.test(outside)
  return isOpen(text.charAt(start), text.charAt(start - 1)) && isOpen(text.charAt(end - 1), text.charAt(end))
}

function isWritten(alias: string, text: string, start: number): boolean {
  for (let i = 0; i < alias.length; i++) {
    const [wanted, given] = [alias.charCodeAt(i), text.charCodeAt(start + i)]
    if ((signs.get(wanted) ?? wanted) !== (signs.get(given) ?? given)) return false
  }
  return true
}

/** Overlapping finds cut down to those that begin first, the longest of each; two subjects may share one name. */
function longest(found: FoundAlias[]): FoundAlias[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: FoundAlias[] = []
  for (const item of found) {
    const overlapped = kept.find(({ start, end }) => item.start < end && start < item.end)
    if (!overlapped) kept.push(item)
    else if (overlapped.start === item.start && overlapped.end === item.end && !sameSubject(kept, item)) kept.push(item)
  }
  return kept
}

const sameSubject = (kept: readonly FoundAlias[], item: FoundAlias): boolean =>
  kept.some(({ subjectId, start }) => subjectId === item.subjectId && start === item.start)
