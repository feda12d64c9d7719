/**
 * Speed of screening inside one process, over all lists and a fixed mix of queries.
 *
 * Every round times the index and the scans that it replaces one after the other, so that a busy machine slows both;
 * figures are medians of the rounds.
 */
import type { Bench, Figure, Section } from './harness/bench.ts'
import { median, percentile } from './harness/intervals.ts'
import { sampleSize } from './harness/options.ts'
import { scanWithJaroWinkler } from './screening/baselines.ts'
import { openDataFolder, sanctionsFolders } from './screening/data-folder.ts'
import { parseLists, readListFiles } from './screening/list-files.ts'
import { compileLists, timeCompilation } from './screening/lists.ts'
import { decisive, type Lists } from './screening/matcher.ts'
import { type MixedQuery, mixedQueries } from './screening/mixed-queries.ts'

const rounds = 5
const queriesPerRound = { usual: 4_000, full: 20_000 }
/** Scans take tenths of seconds each. */
const scansPerRound = 4

export const bench: Bench = {
  name: 'screening-speed',
  summary: 'Latency and throughput of screening in process, and what compiling the lists costs, beside brute force.',
  parts: ['build', 'latency'],
  async *run({ only, ...options }): AsyncIterable<Section> {
    const folders = sanctionsFolders(options)
    const data = openDataFolder(folders.labelled)
    const files = readListFiles(folders.lists)
    const wanted = (part: string) => !only || only.includes(part)
    if (wanted('build')) yield build(() => parseLists(files))
    if (wanted('latency')) {
      const lists = compileLists(parseLists(files))
      yield latency(lists, mixedQueries(data, lists, sampleSize(options, queriesPerRound)))
    }
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

type Round = {
  times: { kind: string; ms: number }[]
  wallSeconds: number
  cpuSeconds: number
  scanMs: number
  jaroWinklerMs: number
}

function latency(lists: Lists, queries: readonly MixedQuery[]): Section {
  const jaroWinkler = scanWithJaroWinkler(lists.entries.flatMap((entry) => entry.names.map(({ name }) => name)))
  time(lists, queries.slice(0, queries.length / 2)) // warm: the first thousand queries run before the compiler has them
  const measured = Array.from({ length: rounds }, (_, round): Round => {
    const scanned = queries.slice(round * scansPerRound, (round + 1) * scansPerRound)
    return {
      ...time(lists, queries),
      scanMs: meanMs(scanned, (name) => lists.index.screenExhaustively({ name, threshold: decisive })),
      // A threshold above 1 is never reached, so the scan sees every name, as it must to rank them.
      jaroWinklerMs: meanMs(scanned, (name) => jaroWinkler.hasHit(name, 2)),
    }
  })
  const kinds = [...new Set(queries.map(({ kind }) => kind))].sort()
  const over = (of: (round: Round) => number) => median(measured.map(of))
  const n = queries.length * rounds
  const millis = (round: Round, kind?: string) =>
    round.times.filter((timed) => kind === undefined || timed.kind === kind).map(({ ms }) => ms)
  const meanOf = ({ times }: Round) => times.reduce((sum, { ms }) => sum + ms, 0) / times.length
  const percentiles = (group: string, kind?: string): Figure[] =>
    [50, 90, 99].map((p) => ({
      name: `latency p${p}`,
      group,
      value: over((round) => percentile(millis(round, kind), p)),
      unit: 'ms',
      n: kind === undefined ? n : queries.filter((query) => query.kind === kind).length * rounds,
    }))
  return {
    title: 'One screening after another',
    figures: [
      ...percentiles('all').map((figure) => ({ ...figure, baseline: over(({ jaroWinklerMs }) => jaroWinklerMs) })),
      ...kinds.flatMap((kind) => percentiles(kind, kind)),
      {
        name: 'screenings per second',
        group: 'by the clock',
        value: over(({ wallSeconds }) => queries.length / wallSeconds),
        unit: '1/s',
        n,
        baseline: over(({ jaroWinklerMs }) => 1_000 / jaroWinklerMs),
      },
      {
        name: 'screenings per second',
        group: 'by processor time',
        value: over(({ cpuSeconds }) => queries.length / cpuSeconds),
        unit: '1/s',
        n,
      },
      {
        name: 'scan of every name by the same comparison',
        value: over(({ scanMs }) => scanMs),
        unit: 'ms',
        n: scansPerRound * rounds,
      },
      {
        name: 'scan of every name by Jaro-Winkler',
        value: over(({ jaroWinklerMs }) => jaroWinklerMs),
        unit: 'ms',
        n: scansPerRound * rounds,
      },
      {
        name: 'times faster than the scan by the same comparison',
        value: over((round) => round.scanMs / meanOf(round)),
        n: rounds,
      },
      {
        name: 'times faster than the scan by Jaro-Winkler',
        value: over((round) => round.jaroWinklerMs / meanOf(round)),
        n: rounds,
      },
    ],
    notes: [
      `Medians of ${rounds} rounds over ${queries.length} queries; each round also scans ${scansPerRound} queries.`,
    ],
  }
}

function time(lists: Lists, queries: readonly MixedQuery[]): Pick<Round, 'times' | 'wallSeconds' | 'cpuSeconds'> {
  const cpuBefore = process.cpuUsage()
  const begin = performance.now()
  const times = queries.map(({ kind, name }) => {
    const before = performance.now()
    lists.index.screen({ name, threshold: decisive })
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
