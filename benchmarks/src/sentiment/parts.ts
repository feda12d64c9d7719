/** The parts of the benchmark: each measures some files. */
import { labelOf } from '@service/reputation-domain/mentions/mentions.ts'
import type { Figure, Misjudged, Section } from '../harness/bench.ts'
import { bootstrap, median } from '../harness/intervals.ts'
import { share } from '../harness/share.ts'
import { baselines } from './baselines.ts'
import { calibrationError, confusion, isFlip, isRight, type Judged, macroF1, type Sure } from './judged.ts'
import type { LabelledFiles, LabelledText, NamedText } from './labelled-files.ts'
import type { Models } from './models.ts'

export type Measured = { files: LabelledFiles; models: Models }

export const newsmtsc = (measured: Measured): Section => {
  const [realWorld, multiTarget] = ['newsmtsc-rw', 'newsmtsc-mt'].map((name) => measured.files.labelled(name))
  const sets = [judgeSet(measured, 'NewsMTSC rw', realWorld!), judgeSet(measured, 'NewsMTSC mt', multiTarget!)]
  return sectionOf('Political news, towards people and parties (NewsMTSC)', sets, 'NewsMTSC rw + mt')
}

export const sentfin = (measured: Measured): Section => {
  const rows = measured.files.labelled('sentfin')
  const mixed = rows.filter(({ isMixed }) => isMixed)
  const sets = [judgeSet(measured, 'SEntFiN', rows)]
  const section = sectionOf('Market headlines, towards what is traded (SEntFiN)', sets, 'SEntFiN')
  const conflicting = mixed.length > 0 ? figuresOf(judgeSet(measured, 'SEntFiN, several labels', mixed)) : []
  return { ...section, figures: [...section.figures, ...conflicting] }
}

export const companies = (measured: Measured): Section =>
  sectionOf(
    'Company headlines (rows where the name is the company)',
    [judgeSet(measured, 'company headlines', measured.files.labelled('reputation-gold'))],
    'company headlines',
  )

/** "Not the company" is what is to be found: a model that always says yes finds nothing. */
export function names({ files, models }: Measured): Section {
  const rows = files.named('reputation-gold').map((row) => ({ row, p: models.names.judge(row).pCompany }))
  const saysOther = ({ p }: { p: number }) => p < 0.5
  const f1 = (sample: readonly { row: NamedText; p: number }[]): number => {
    const hits = sample.filter((item) => saysOther(item) && !item.row.isCompany).length
    const all = sample.filter(saysOther).length + sample.filter(({ row }) => !row.isCompany).length
    return all === 0 ? Number.NaN : (2 * hits) / all
  }
  const others = rows.filter(({ row }) => !row.isCompany)
  const said = rows.filter(saysOther)
  const group = 'not the company'
  return {
    title: 'Whether a name is the company',
    figures: [
      { name: 'F1', group, value: f1(rows), n: rows.length, ...bootstrap(rows, f1), baseline: 0 },
      ...share('found', group, others.filter(saysOther).length, others.length),
      ...share('right when said', group, said.filter(({ row }) => !row.isCompany).length, said.length),
    ],
    misjudged: rows
      .filter((item) => saysOther(item) === item.row.isCompany)
      .map(({ row, p }) => ({
        group,
        query: marked(row),
        listed: row.company,
        score: p,
        expected: row.isCompany ? 'the company' : 'not the company',
        explanation: models.names.judge(row).because,
      })),
  }
}

/** Medians of paired runs over the same texts, on one core. */
export function speed({ files, models }: Measured): Section {
  const rows = ['newsmtsc-rw', 'newsmtsc-mt', 'sentfin', 'reputation-gold']
    .filter((name) => files.has(name))
    .flatMap((name) => files.labelled(name))
  const systems = [
    { name: 'with the words that drove it', run: (row: LabelledText) => models.sentiment.judge(row) },
    { name: 'probabilities alone', run: (row: LabelledText) => models.sentiment.probabilities(row) },
    ...baselines.map(({ name, label }) => ({ name, run: (row: LabelledText) => label(row.text) })),
  ]
  const perSecond = systems.map(() => [] as number[])
  const rounds = 7
  for (let round = 0; round < rounds; round++) {
    for (const [i, { run }] of systems.entries()) {
      const begun = performance.now()
      for (const row of rows) run(row)
      perSecond[i]!.push((1_000 * rows.length) / (performance.now() - begun))
    }
  }
  return {
    title: 'Speed and size',
    figures: [
      ...systems.map(({ name }, i) => ({
        name: 'texts judged',
        group: name,
        value: median(perSecond[i]!.slice(1)),
        unit: '1/s',
        n: rows.length,
      })),
      { name: 'size of the models', value: models.bytes / 1e6, unit: 'MB' },
    ],
  }
}

type JudgedSet = {
  group: string
  rows: readonly LabelledText[]
  judged: Sure[]
  others: { name: string; judged: Judged[] }[]
  misjudged: Misjudged[]
}

function judgeSet({ models }: Measured, group: string, rows: readonly LabelledText[]): JudgedSet {
  const judged = rows.map((row): Sure => {
    const probabilities = models.sentiment.probabilities(row)
    const said = labelOf({ probabilities })
    return { truth: row.label, said, sureness: probabilities[said] }
  })
  return {
    group,
    rows,
    judged,
    others: baselines.map(({ name, label }) => ({
      name,
      judged: rows.map((row) => ({ truth: row.label, said: label(row.text) })),
    })),
    misjudged: rows.flatMap((row, i) => (isRight(judged[i]!) ? [] : [misjudgedOf(models, group, row, judged[i]!)])),
  }
}

function misjudgedOf(models: Models, group: string, row: LabelledText, { truth, said, sureness }: Sure): Misjudged {
  const drivers = models.sentiment.judge(row).drivers.map(({ word, weight }) => `${word} ${weight.toFixed(2)}`)
  return { group, query: marked(row), listed: said, score: sureness, expected: truth, explanation: drivers.join(', ') }
}

const marked = ({ text, start, end }: { text: string; start: number; end: number }): string =>
  `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`

function sectionOf(title: string, sets: readonly JudgedSet[], pooled: string): Section {
  const all = sets.flatMap(({ judged }) => judged)
  return {
    title,
    figures: [
      ...sets.flatMap(figuresOf),
      {
        name: 'calibration error',
        group: pooled,
        value: calibrationError(all),
        n: all.length,
        ...bootstrap(all, calibrationError),
      },
    ],
    tables: sets.flatMap(({ group, judged, others }) => [
      { title: group, rows: confusion(judged) },
      {
        title: `${group}, beside word lists`,
        rows: [
          ['system', 'macro-F1', 'right', 'flips'],
          ...[{ name: 'ours', judged }, ...others].map((system) => [
            system.name,
            macroF1(system.judged).toFixed(3),
            `${((100 * system.judged.filter(isRight).length) / system.judged.length).toFixed(1)} %`,
            `${((100 * system.judged.filter(isFlip).length) / system.judged.length).toFixed(1)} %`,
          ]),
        ],
      },
    ]),
    misjudged: sets.flatMap(({ misjudged }) => misjudged),
  }
}

function figuresOf({ group, judged, others }: JudgedSet): Figure[] {
  const best = (measure: (judged: readonly Judged[]) => number) => others.map((other) => measure(other.judged))
  const shareOf = (is: (item: Judged) => boolean) => (sample: readonly Judged[]) =>
    sample.filter(is).length / sample.length
  const n = judged.length
  return [
    {
      name: 'macro-F1',
      group,
      value: macroF1(judged),
      n,
      ...bootstrap(judged, macroF1),
      baseline: Math.max(...best(macroF1)),
    },
    ...share('right', group, judged.filter(isRight).length, n, Math.max(...best(shareOf(isRight)))),
    ...share('polarity flips', group, judged.filter(isFlip).length, n, Math.min(...best(shareOf(isFlip)))),
  ]
}
