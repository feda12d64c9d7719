/** Names of people who are on no list: how many raise an alert all the same? */

import { sampleOf } from '@service/foundation/seeded-random.ts'
import type { ScreeningQuery } from '@service/reputation-domain/matching/matching.ts'
import type { Figure, Misjudged, Section } from '../../harness/bench.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { count, share } from '../../harness/share.ts'
import { type ListScan, scanWithJaroWinkler, scanWithWRatio } from '../baselines.ts'
import type { DataFolder } from '../data-folder.ts'
import { type Innocent, innocentFiles, readInnocents } from '../labelled-files.ts'
import { decisive, describeMatch, explained, type Lists } from '../matcher.ts'
import { scriptOf } from '../scripts.ts'

const sizes = { byDefault: 5_000, full: Number.POSITIVE_INFINITY }
/** A scan of every listed name by WRatio takes a second or more. */
const baselineSampleSizes = { jaroWinkler: 200, wRatio: 40 }

type Asked = Innocent & { set: string; alerted: boolean; alertedWithBirth: boolean; alertedWithCountry: boolean }

export function innocents(data: DataFolder, lists: Lists, sampling: Sampling): Section {
  const sets = Object.keys(innocentFiles) as (keyof typeof innocentFiles)[]
  const misjudged: Misjudged[] = []
  const asked = sets
    .filter((set) => data.has(innocentFiles[set]))
    .flatMap((set) => {
      const rows = readInnocents(data, set)
      return sampleOf(rows, sampleSize(sampling, sizes), 86).map((row) => ask(row, set, lists, misjudged))
    })
  const synthetic = asked.filter(({ set }) => set !== 'us-congress')
  const { figures: baseline, notes } = baselineAlerts(synthetic, lists)
  const groups = [...Map.groupBy(asked, ({ set }) => set), ['both negative sets', synthetic] as const]
  const foreign = Map.groupBy(synthetic, ({ name }) => scriptOf(name))
  return {
    title: 'Innocents',
    figures: [
      ...groups.flatMap(([set, rows]) => alertFigures(set, rows, set === 'both negative sets' ? baseline : undefined)),
      ...[...foreign]
        .sort()
        .flatMap(([script, rows]) =>
          share(
            'innocents alerted at 0.86',
            `script ${script}`,
            count(rows.map(({ alerted }) => alerted)),
            rows.length,
          ),
        ),
    ],
    notes,
    misjudged: misjudged.sort((a, b) => b.score - a.score),
  }
}

function ask(row: Innocent, set: string, lists: Lists, misjudged: Misjudged[]): Asked {
  const top = (extra: Pick<ScreeningQuery, 'dateOfBirth' | 'country'>) =>
    lists.index.screen({ name: row.name, threshold: decisive, limit: 1, ...extra })[0]
  const born = row.dateOfBirth === undefined ? {} : { dateOfBirth: row.dateOfBirth }
  const from = row.country === undefined ? {} : { country: row.country }
  const plain = top({})
  const withBirth = top(born)
  const withCountry = top({ ...born, ...from })
  for (const [kind, match] of [
    ['name alone', plain],
    ['with date of birth', withBirth],
  ] as const) {
    if (!match) continue
    misjudged.push({
      group: `innocent / ${set} / ${kind} / ${scriptOf(row.name)}`,
      query: `${row.name} (born ${row.dateOfBirth ?? '?'}, ${row.country ?? '?'})`,
      listed: `${describeMatch(match)} born ${match.entry.datesOfBirth.join(', ') || '?'}`,
      score: match.similarity,
      expected: 'false alert',
      explanation: explained(match.explanation),
    })
  }
  return {
    ...row,
    set,
    alerted: plain !== undefined,
    alertedWithBirth: withBirth !== undefined,
    alertedWithCountry: withCountry !== undefined,
  }
}

function alertFigures(set: string, rows: readonly Asked[], baseline: number | undefined): Figure[] {
  const name = 'innocents alerted at 0.86'
  const dated = rows.filter(({ dateOfBirth }) => dateOfBirth !== undefined)
  const located = dated.filter(({ country }) => country !== undefined)
  return [
    ...share(name, set, count(rows.map(({ alerted }) => alerted)), rows.length, baseline),
    ...share(`${name}, with date of birth`, set, count(dated.map((row) => row.alertedWithBirth)), dated.length),
    ...share(
      `${name}, with date of birth and country`,
      set,
      count(located.map((row) => row.alertedWithCountry)),
      located.length,
    ),
  ]
}

function baselineAlerts(rows: readonly Innocent[], lists: Lists): { figures: number; notes: string[] } {
  const names = lists.entries.flatMap((entry) => entry.names.map(({ name }) => name))
  const alerts = (scan: ListScan, size: number) => {
    const sample = sampleOf(rows, size, 7)
    return {
      name: scan.name,
      share: count(sample.map(({ name }) => scan.hasHit(name, decisive))) / sample.length,
      n: sample.length,
    }
  }
  const found = [
    alerts(scanWithJaroWinkler(names), baselineSampleSizes.jaroWinkler),
    alerts(scanWithWRatio(names), baselineSampleSizes.wRatio),
  ]
  return {
    figures: Math.min(...found.map((baseline) => baseline.share)),
    notes: found.map(
      ({ name, share, n }) => `${name} over all listed names alerts on ${(100 * share).toFixed(0)} % of ${n}.`,
    ),
  }
}
