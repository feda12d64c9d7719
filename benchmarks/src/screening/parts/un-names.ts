/** Names of persons on the UN list, as listed and with typing errors and reorderings: is the person found? */
import type { Figure, Misjudged, Section } from '../../harness/bench.ts'
import { share } from '../../harness/share.ts'
import { type Scorer, tokenSortedJaroWinkler, wRatio } from '../baselines.ts'
import type { DataFolder } from '../data-folder.ts'
import { type GoldName, readGoldNames } from '../labelled-files.ts'
import { decisive, describeMatch, explained, identities, type Lists } from '../matcher.ts'

/** Matches below the decisive threshold still show how far down the right one lies. */
const lookingDown = 0.7

type Sought = { query: string; gold: ReadonlySet<string>; dateOfBirth: string | undefined }

export function unNames(data: DataFolder, lists: Lists): Section {
  const identityOf = identities(lists)
  const golds = readGoldNames(data)
  const sought = (query: (gold: GoldName) => string): Sought[] =>
    golds.flatMap((gold) => {
      const identity = gold.entityId === undefined ? undefined : identityOf(gold.entityId)
      return identity ? [{ query: query(gold), gold: identity, dateOfBirth: gold.mangledDateOfBirth }] : []
    })
  const asListed = sought((gold) => gold.asListed)
  const mangled = sought((gold) => gold.mangled)
  const results = [measure('as listed', asListed, lists), measure('mangled', mangled, lists)]
  return {
    title: 'UN names',
    figures: [...results.flatMap(({ figures }) => figures), ...withBirth(mangled, lists)],
    notes: [`${golds.length - asListed.length} of ${golds.length} rows name an entry that these lists do not hold.`],
    misjudged: results.flatMap(({ misjudged }) => misjudged),
  }
}

function measure(group: string, names: readonly Sought[], lists: Lists): { figures: Figure[]; misjudged: Misjudged[] } {
  let found = 0
  let first = 0
  let reciprocals = 0
  const misjudged: Misjudged[] = []
  for (const { query, gold } of names) {
    const matches = lists.index.screen({ name: query, threshold: lookingDown })
    const rank = matches.findIndex(({ entry }) => gold.has(entry.entityId)) + 1
    const hit = matches[rank - 1]
    if (hit && hit.similarity >= decisive) found++
    else
      misjudged.push({
        group: `un / ${group}`,
        query,
        listed: hit ? describeMatch(hit) : ownNames(lists, gold),
        score: hit?.similarity ?? 0,
        expected: 'missed',
        explanation: hit ? explained(hit.explanation) : '',
      })
    if (rank === 1) first++
    if (rank > 0) reciprocals += 1 / rank
  }
  const baselines = [tokenSortedJaroWinkler, wRatio].map((scorer) => foundBy(scorer, names, lists))
  const n = names.length
  return {
    figures: [
      ...share('UN names found at 0.86', group, found, n, Math.max(...baselines)),
      ...share('UN names found first', group, first, n),
      { name: 'UN names, mean reciprocal rank', group, value: reciprocals / n, n },
    ],
    misjudged,
  }
}

/** The dates of this data are often a year off: what asking with them costs. */
function withBirth(names: readonly Sought[], lists: Lists): Figure[] {
  const dated = names.flatMap((name) => (name.dateOfBirth ? [{ ...name, dateOfBirth: name.dateOfBirth }] : []))
  const found = dated.filter(({ query, gold, dateOfBirth }) =>
    lists.index.screen({ name: query, threshold: decisive, dateOfBirth }).some(({ entry }) => gold.has(entry.entityId)),
  )
  return share('UN names found at 0.86', 'mangled, with a mangled date of birth', found.length, dated.length)
}

function foundBy(scorer: Scorer, names: readonly Sought[], lists: Lists): number {
  const entries = new Map(lists.entries.map((entry) => [entry.entityId, entry]))
  const found = names.filter(({ query, gold }) =>
    [...gold].some((id) => entries.get(id)?.names.some(({ name }) => (scorer.score(query, name) ?? 0) >= decisive)),
  )
  return found.length / names.length
}

function ownNames(lists: Lists, gold: ReadonlySet<string>): string {
  const names = lists.entries.filter((entry) => gold.has(entry.entityId)).flatMap((entry) => entry.names)
  return [...new Set(names.map(({ name }) => name))].join(' | ')
}
