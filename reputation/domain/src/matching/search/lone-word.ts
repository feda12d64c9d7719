/**
 * Persons who share the only word that a query has to go by: "Putin", "President Putin". One word of several is never a
 * match, but where few listed persons bear it, it must not pass unseen either.
 *
 * Index bounds: each unit has its similarity, and its postings end where those of the next unit start.
 */
import type { NameTable } from '../index/name-table.ts'
import type { Postings } from '../index/postings.ts'
import { nameKind } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'

/** Words that more entries bear ("Vladimir", "Kim") point at nobody. */
const maxBearers = 40
/** With so many, other spellings of the word would only hide them. */
const enoughBearers = 5
/** Least similarity of a spelling that counts as the same word here. */
const minSimilarity = 0.9

/** The names of persons that hold the query's only word, in no order; none where it is not the only one, or a common one. */
export function namesOfLoneWord(
  query: PreparedQuery,
  { names, postings }: { names: NameTable; postings: Postings },
): readonly number[] {
  const word = loneWord(query)
  if (!word) return []
  const { from, to } = postings.ofKind(nameKind.person)
  const { units, similarities } = word.neighbours
  const near = Array.from(units, (unit, n) => ({ unit, similarity: similarities[n]! }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((one, other) => other.similarity - one.similarity || one.unit - other.unit)
  const found: number[] = []
  const bearers = new Set<number>()
  for (const { unit } of near) {
    const held: number[] = []
    postings.forEach(unit, (name) => {
      if (name >= from && name < to) held.push(name)
    })
    for (const name of held) bearers.add(names.entryOf(name))
    if (bearers.size > maxBearers) break
    found.push(...held)
    if (bearers.size >= enoughBearers) break
  }
  return found
}

/** The only word of a person's name that is more than a title, a particle or an initial. */
function loneWord({ kind, tokens }: PreparedQuery): PreparedToken | undefined {
  if (kind !== nameKind.person) return undefined
  const words = tokens.filter((token) => token.role === role.name)
  return words.length === 1 ? words[0] : undefined
}

/** Whether a person's name is one word and at least one initial: "V. Putin". */
export const isWordWithInitial = (query: PreparedQuery): boolean =>
  loneWord(query) !== undefined && query.tokens.some((token) => token.role === role.initial)
