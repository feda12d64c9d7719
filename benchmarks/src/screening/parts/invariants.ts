/** What must hold for every listed name, counted over the real lists. Every figure counts failures. */

import { sampleOf } from '@service/foundation/seeded-random.ts'
import type { EntryType, ListEntry, ListedName } from '@service/reputation-domain/lists/model/entry.ts'
import type { Misjudged, Section } from '../../harness/bench.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { decisive, describeMatch, explained, type Lists } from '../matcher.ts'

const sizes = { byDefault: 2_000, full: Number.POSITIVE_INFINITY }
const weakCap = 0.92

type Listed = { entry: ListEntry; listed: ListedName }
type Check = { name: string; tried: number; failures: Misjudged[] }

export function invariants(lists: Lists, sampling: Sampling): Section {
  const size = sampleSize(sampling, sizes)
  const every = lists.entries.flatMap((entry) => entry.names.map((listed) => ({ entry, listed })))
  const names = sampleOf(every, size, 1)
  const checks = [...exactNames(names, lists), weakNames(every, lists, size), ...unchanged(names, lists)]
  return {
    title: 'Invariants',
    figures: checks.map(({ name, tried, failures }) => ({
      name: `invariant broken: ${name}`,
      value: failures.length,
      unit: 'count',
      n: tried,
    })),
    misjudged: checks.flatMap(({ failures }) => failures),
  }
}

/** `Family, Given` read both ways. */
const commaReadings = (name: string): string[] => {
  const [before, ...after] = name.split(',')
  return after.length === 1 ? [name, `${after[0]?.trim()} ${before?.trim()}`] : [name]
}

function exactNames(names: readonly Listed[], lists: Lists): Check[] {
  const checks: Check[] = [
    { name: 'an exact name is 1.00', tried: 0, failures: [] },
    { name: 'an exact name with its comma reordered is 1.00', tried: 0, failures: [] },
  ]
  for (const { entry, listed } of names) {
    if (listed.strength === 'weak') continue
    for (const [reading, query] of commaReadings(listed.name).entries()) {
      const check = checks[reading]
      if (!check || (reading > 0 && entry.type !== 'individual')) continue
      check.tried++
      const match = lists.index
        .screen({ name: query, threshold: decisive })
        .find((candidate) => candidate.entry.entityId === entry.entityId)
      if (match?.similarity !== 1) check.failures.push(failure(check.name, query, entry, match))
    }
  }
  return checks
}

function weakNames(every: readonly Listed[], lists: Lists, size: number): Check {
  const name = `a weak alias is at most ${weakCap}`
  const weak = every.filter(({ listed }) => listed.strength === 'weak')
  const asked = sampleOf(weak, size, 2)
  const failures = asked.flatMap(({ listed }) =>
    lists.index
      .screen({ name: listed.name, threshold: weakCap })
      .filter(({ matched, similarity }) => matched.strength === 'weak' && similarity > weakCap)
      .map((match) => failure(name, listed.name, match.entry, match)),
  )
  return { name, tried: asked.length, failures }
}

type Variant = { name: string; of(name: string): string }

/** Marks on Latin letters alone: in other scripts a mark often makes another letter. */
const withoutLatinAccents = (name: string) =>
  name.replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))

const spellingVariants: Variant[] = [
  { name: 'upper case changes nothing', of: (name) => name.toUpperCase() },
  { name: 'lower case changes nothing', of: (name) => name.toLowerCase() },
  { name: 'decomposed accents change nothing', of: (name) => name.normalize('NFD') },
  { name: 'accents change nothing', of: withoutLatinAccents },
  { name: 'hyphens for spaces change nothing', of: (name) => name.replace(/(?<=\p{L}) (?=\p{L})/gu, '-') },
  { name: 'other apostrophes change nothing', of: (name) => name.replace(/['’‘`ʼ]/g, "'").replace(/'/g, '’') },
  { name: 'quotes and a full stop around it change nothing', of: (name) => `"${name}".` },
  { name: 'doubled spaces change nothing', of: (name) => ` ${name.replace(/ /g, '  ')} ` },
]

function unchanged(names: readonly Listed[], lists: Lists): Check[] {
  const checks = spellingVariants.map(({ name, of }) => ({ name, of, tried: 0, failures: [] as Misjudged[] }))
  const matchesOf = (name: string) =>
    lists.index
      .screen({ name, threshold: decisive })
      .map(({ entry, similarity }) => `${entry.entityId} ${similarity}`)
      .join('\n')
  for (const { entry, listed } of names) {
    const before = matchesOf(listed.name)
    for (const check of checks) {
      const query = check.of(listed.name)
      if (query === listed.name) continue
      check.tried++
      const after = matchesOf(query)
      if (before === after) continue
      const changes = [...difference(before, after, '−'), ...difference(after, before, '+')].slice(0, 6).join(', ')
      check.failures.push({
        ...failure(check.name, query, entry, undefined),
        explanation: `${listed.name}: ${changes}`,
      })
    }
  }
  return checks
}

const difference = (from: string, to: string, sign: string) => {
  const kept = new Set(to.split('\n'))
  return from
    .split('\n')
    .filter((line) => line && !kept.has(line))
    .map((line) => `${sign}${line}`)
}

function failure(
  name: string,
  query: string,
  entry: { entityId: string; type: EntryType; names: ListedName[] },
  match: Parameters<typeof describeMatch>[0] | undefined,
): Misjudged {
  return {
    group: `invariant / ${name}`,
    query,
    listed: match ? describeMatch(match) : `${entry.names[0]?.name} [${entry.entityId}, ${entry.type}]`,
    score: match?.similarity ?? 0,
    expected: name,
    explanation: match ? explained(match.explanation) : '',
  }
}
