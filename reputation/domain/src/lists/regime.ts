import type { ListEntry, ListId } from './model/entry.ts'

/**
 * Which programmes of an authority are about the same conflict or cause: `{ libya: /^LIBYA\d*$/ }`. The words on the left
 * are shared by all authorities. Programmes about a kind of deed (proliferation, cyber attacks, chemical weapons, drugs)
 * belong to no regime: they span the world, and two namesakes in one of them prove little.
 */
export type Regimes = Readonly<Record<string, RegExp>>

/** The regimes of each list's programmes. */
export type RegimesByList = Readonly<Record<ListId, Regimes>>

/** The regimes of an entry's programmes, without repetition. */
export type RegimesOf = (entry: Pick<ListEntry, 'list' | 'programs'>) => Set<string>

export function makeRegimesOf(regimes: RegimesByList): RegimesOf {
  const known = new Map<string, string | undefined>() // a list has a hundred programmes and thousands of entries
  const regimeOf = (list: ListId, program: string): string | undefined => {
    const key = `${list} ${program}`
    if (!known.has(key)) {
      known.set(key, Object.entries(regimes[list] ?? {}).find(([, programs]) => programs.test(program))?.[0])
    }
    return known.get(key)
  }
  return ({ list, programs }) => new Set(programs.flatMap((program) => regimeOf(list, program) ?? []))
}
