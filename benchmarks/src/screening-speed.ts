/**
 * Speed of screening over all lists and a fixed mix of queries: inside one process, and of the service.
 *
 * Every round times the index and the scans that it replaces one after the other, so that a busy machine slows both;
 * figures are medians of the rounds.
 */
import { createHash } from 'node:crypto'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { median, percentile } from './harness/intervals.ts'
import { sampleSize } from './harness/options.ts'
import { scanWithJaroWinkler } from './screening/baselines.ts'
import { openDataFolder, sanctionsFolders } from './screening/data-folder.ts'
import { parseLists, readListFiles } from './screening/list-files.ts'
import { compileLists, timeCompilation } from './screening/lists.ts'
import { decisive, type Lists } from './screening/matcher.ts'
import { type MixedQuery, mixedQueries } from './screening/mixed-queries.ts'
import { memory, start, throughHttp } from './screening/parts/service.ts'

const rounds = 5
/** Each round asks other queries, so that nothing is fast for having been asked before. */
const queriesPerRound = { byDefault: 1_200, full: 4_000 }
/** So many are asked for what they find: enough that a rare change shows. */
const queriesFound = { byDefault: 24_000, full: 48_000 }
/** Scans take tenths of seconds each. */
const scansPerRound = 4
/** Asked again and again: more names would mainly make the load's own work larger. */
const serviceNames = 4_000

export const bench: Bench = {
  name: 'screening-speed',
  summary:
    'Latency and throughput of screening in process, beside brute force, and through HTTP; memory and start of the service.',
  parts: ['build', 'latency', 'found', 'http', 'memory', 'start'],
  async *run({ wanted, ...options }): AsyncIterable<Section> {
    const folders = sanctionsFolders(options)
    const data = openDataFolder(folders.labelled)
    const files = readListFiles(folders.lists)
    if (wanted('build')) yield build(() => parseLists(files))
    if (wanted('latency')) {
      const lists = compileLists(parseLists(files))
      const size = sampleSize(options, queriesPerRound)
      const queries = mixedQueries(data, lists, (rounds + 1) * size)
      const slices = Array.from({ length: rounds + 1 }, (_, slice) => queries.slice(slice * size, (slice + 1) * size))
      yield latency(lists, slices)
    }
    if (wanted('found')) {
      const lists = compileLists(parseLists(files))
      yield found(lists, mixedQueries(data, lists, sampleSize(options, queriesFound)))
    }
    if (wanted('http') || wanted('memory')) {
      const names = mixedQueries(data, compileLists(parseLists(files)), serviceNames).map(({ name }) => name)
      if (wanted('http')) yield throughHttp(folders.lists, names)
      if (wanted('memory')) yield memory(folders.lists, names)
    }
    if (wanted('start')) yield start(folders.lists)
  },
}

function build(parse: () => ReturnType<typeof parseLists>): Section {
  const runs = Array.from({ length: rounds }, () => {
    const before = performance.now()
    const entries = parse()
    return { parseMs: performance.now() - before, ...timeCompilation(entries) }
  })
  const figure = (name: string, unit: string, of: (run: (typeof runs)[number]) => number): Figure => ({
    name,
    value: median(runs.map(of)),
    unit,
    n: runs.length,
  })
  return {
    title: 'From list files to an open index',
    figures: [
      figure('parsing the list files', 's', ({ parseMs }) => parseMs / 1_000),
      figure('finding the subjects', 's', ({ subjectsMs }) => subjectsMs / 1_000),
      figure('compiling the index', 's', ({ compileMs }) => compileMs / 1_000),
      figure(
        'raw files to open index',
        's',
        (run) => (run.parseMs + run.subjectsMs + run.compileMs + run.openMs) / 1_000,
      ),
      figure('opening the index from bytes', 'ms', ({ openMs }) => openMs),
      figure('size of the index', 'MB', ({ bytes }) => bytes / 1e6),
    ],
  }
}

/**
 * What the queries find, as one hash: a change that only makes screening faster leaves it as it is, on the same lists. The
 * thresholds, limits and dates of the queries differ from one to the next.
 */
function found(lists: Lists, queries: readonly MixedQuery[]): Section {
  const hash = createHash('sha256')
  let matchCount = 0
  let nearCount = 0
  for (const [i, { name }] of queries.entries()) {
    const { matches, near } = lists.index.screenWithNear({
      name,
      threshold: i % 7 === 0 ? 0.7 : i % 11 === 0 ? 0.95 : decisive,
      ...(i % 5 === 0 && { limit: 3 }),
      ...(i % 13 === 0 && { dateOfBirth: '1962-04' }),
      ...(i % 17 === 0 && { country: 'RU' }),
    })
    matchCount += matches.length
    nearCount += near.length
    for (const { entry, matched, similarity, explanation } of [...matches, ...near])
      hash.update(JSON.stringify([entry.entityId, matched.name, similarity, explanation]))
    hash.update(JSON.stringify(near.map(({ reason }) => reason)))
  }
  return {
    title: 'What is found',
    figures: [
      { name: 'matches', value: matchCount, unit: 'count', n: queries.length },
      { name: 'near', value: nearCount, unit: 'count', n: queries.length },
    ],
    notes: [`SHA-256 of all that is found: ${hash.digest('hex')}.`],
  }
}

type Round = {
  times: { kind: string; ms: number }[]
  wallSeconds: number
  cpuSeconds: number
  scanMs: number
  jaroWinklerMs: number
}

/** The first slice only warms the code up. */
function latency(lists: Lists, [warming = [], ...slices]: MixedQuery[][]): Section {
  const jaroWinkler = scanWithJaroWinkler(lists.entries.flatMap((entry) => entry.names.map(({ name }) => name)))
  time(lists, warming)
  const measured = slices.map((queries): Round => {
    const scanned = queries.slice(0, scansPerRound)
    return {
      ...time(lists, queries),
      scanMs: meanMs(scanned, (name) => lists.index.screenExhaustively({ name, threshold: decisive })),
      // A threshold above 1 is never reached, so the scan sees every name, as it must to rank them.
      jaroWinklerMs: meanMs(scanned, (name) => jaroWinkler.hasHit(name, 2)),
    }
  })
  return {
    title: 'One screening after another',
    figures: [...latencies(measured), ...rates(measured), ...scans(measured)],
    notes: [
      `Medians of ${rounds} rounds of ${warming.length} queries each; each round also scans for ${scansPerRound} of them.`,
    ],
  }
}

function latencies(measured: readonly Round[]): Figure[] {
  const kinds = [...new Set(measured.flatMap(({ times }) => times.map(({ kind }) => kind)))].sort()
  const percentiles = (group: string, holds: (kind: string) => boolean) => {
    const samples = measured.map(({ times }) => times.filter(({ kind }) => holds(kind)).map(({ ms }) => ms))
    return [50, 90, 99].map((p) => ({
      name: `latency p${p}`,
      group,
      value: median(samples.map((sample) => percentile(sample, p))),
      unit: 'ms',
      n: samples.flat().length,
    }))
  }
  const baseline = median(measured.map(({ jaroWinklerMs }) => jaroWinklerMs))
  return [
    ...percentiles('all', () => true).map((figure) => ({ ...figure, baseline })),
    ...kinds.flatMap((group) => percentiles(group, (kind) => kind === group)),
  ]
}

function rates(measured: readonly Round[]): Figure[] {
  const name = 'screenings per second'
  const n = measured.flatMap(({ times }) => times).length
  const over = (of: (round: Round) => number) => median(measured.map(of))
  return [
    {
      name,
      group: 'by the clock',
      value: over(({ times, wallSeconds }) => times.length / wallSeconds),
      unit: '1/s',
      n,
      baseline: over(({ jaroWinklerMs }) => 1_000 / jaroWinklerMs),
    },
    {
      name,
      group: 'by processor time',
      value: over(({ times, cpuSeconds }) => times.length / cpuSeconds),
      unit: '1/s',
      n,
    },
  ]
}

function scans(measured: readonly Round[]): Figure[] {
  const meanMsOf = ({ times }: Round) => times.reduce((sum, { ms }) => sum + ms, 0) / times.length
  const rivals = [
    { rival: 'the same comparison', of: ({ scanMs }: Round) => scanMs },
    { rival: 'Jaro-Winkler', of: ({ jaroWinklerMs }: Round) => jaroWinklerMs },
  ]
  return rivals.flatMap(({ rival, of }): Figure[] => [
    { name: `scan of every name by ${rival}`, value: median(measured.map(of)), unit: 'ms', n: scansPerRound * rounds },
    {
      name: `times faster than the scan by ${rival}`,
      value: median(measured.map((round) => of(round) / meanMsOf(round))),
      n: rounds,
    },
  ])
}

function time(lists: Lists, queries: readonly MixedQuery[]): Pick<Round, 'times' | 'wallSeconds' | 'cpuSeconds'> {
  const cpuBefore = process.cpuUsage()
  const begin = performance.now()
  const times = queries.map(({ kind, name }) => {
    const before = performance.now()
    lists.index.screenWithNear({ name, threshold: decisive })
    return { kind, ms: performance.now() - before }
  })
  const cpu = process.cpuUsage(cpuBefore)
  return { times, wallSeconds: (performance.now() - begin) / 1_000, cpuSeconds: (cpu.user + cpu.system) / 1e6 }
}

function meanMs(queries: readonly MixedQuery[], scan: (name: string) => unknown): number {
  const before = performance.now()
  for (const { name } of queries) scan(name)
  return (performance.now() - before) / queries.length
}
