/**
 * One alias is taken off each of many subjects, the lists are compiled without them, and each alias is asked for. Many
 * aliases are other names altogether, so the figure has a ceiling well below 100 %: it is for comparing versions.
 */

import { randomFrom, sampleOf } from '@service/foundation/seeded-random.ts'
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import type { Misjudged, Section } from '../../harness/bench.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { count, share } from '../../harness/share.ts'
import { normalised } from '../baselines.ts'
import { decisive, describeMatch, explained, type Lists } from '../matcher.ts'
import { scriptOf } from '../scripts.ts'

const sizes = { byDefault: 2_000, full: 5_000 }

type HeldOut = { entry: ListEntry; alias: string }

export function aliasHoldOut(lists: Lists, sampling: Sampling): Section {
  const random = randomFrom(4)
  const subjects = Map.groupBy(lists.entries, ({ entityId }) => lists.subjectOf(entityId))
  const withAliases = lists.entries.filter(({ names }) => names.length > 1)
  const onePerSubject = [...new Map(withAliases.map((entry) => [lists.subjectOf(entry.entityId), entry])).values()]
  const heldOut = sampleOf(onePerSubject, sampleSize(sampling, sizes), 4).map((entry): HeldOut => {
    const aliases = entry.names.slice(1)
    return { entry, alias: aliases[Math.floor(random() * aliases.length)]?.name ?? '' }
  })

  const removed = new Map(heldOut.map(({ entry, alias }) => [lists.subjectOf(entry.entityId), normalised(alias)]))
  const index = lists.recompile(
    lists.entries.map((entry) => without(entry, removed.get(lists.subjectOf(entry.entityId)))),
  )
  const left = heldOut.filter(({ entry, alias }) =>
    (subjects.get(lists.subjectOf(entry.entityId)) ?? []).every(
      ({ names }) => normalised(names[0]?.name ?? '') !== normalised(alias),
    ),
  )
  const misjudged: Misjudged[] = []
  const results = left.map(({ entry, alias }) => {
    const subject = lists.subjectOf(entry.entityId)
    const match = index
      .screen({ name: alias, threshold: 0.6 })
      .find((candidate) => lists.subjectOf(candidate.entry.entityId) === subject)
    const found = (match?.similarity ?? 0) >= decisive
    if (!found) {
      misjudged.push({
        group: `hold-out / ${entry.list} ${entry.type} ${scriptOf(alias)}`,
        query: alias,
        listed: match ? describeMatch(match) : (entry.names[0]?.name ?? ''),
        score: match?.similarity ?? 0,
        expected: 'missed',
        explanation: match ? explained(match.explanation) : '',
      })
    }
    return { found, list: entry.list, type: entry.type, script: scriptOf(alias) }
  })
  const groups = [
    ['all', results] as const,
    ...Map.groupBy(results, ({ list }) => list),
    ...Map.groupBy(results, ({ type }) => type),
    ...Map.groupBy(results, ({ script }) => `script ${script}`),
  ]
  return {
    title: 'Alias hold-out',
    figures: groups.flatMap(([group, members]) =>
      share(
        'subjects found at 0.86 by an alias taken off the list',
        group,
        count(members.map(({ found }) => found)),
        members.length,
      ),
    ),
    misjudged,
  }
}

/** The primary name stays: an entry has one. */
function without(entry: ListEntry, alias: string | undefined): ListEntry {
  if (alias === undefined) return entry
  return { ...entry, names: entry.names.filter(({ name }, position) => position === 0 || normalised(name) !== alias) }
}
