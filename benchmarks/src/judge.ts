/**
 * How well headlines about companies are judged, by language, on the rows of writers and kinds of event that the judge
 * has not learnt from; beside the rules, the sentiment model and the name model in the same run.
 */
import { labelOf } from '@service/reputation-domain/mentions/mentions.ts'
import { readSplit } from '../../reputation/training/src/corpus/read-corpus.ts'
import type { Bench, Figure, Misjudged, Section } from './harness/bench.ts'
import { bootstrap, median } from './harness/intervals.ts'
import { count, share } from './harness/share.ts'
import { type JudgedRow, judgeRows, languageOf, openJudge, testRows } from './judge/judged-rows.ts'
import { macroF1 } from './sentiment/judged.ts'

const readings = [
  { part: 'headline', name: 'headline', withSentence: false },
  { part: 'sentence', name: 'with first sentence', withSentence: true },
]

export const bench: Bench = {
  name: 'judge',
  summary: 'How well headlines are judged: alerts, tone, role, category, and whether the name is the company.',
  parts: ['headline', 'sentence', 'speed'],
  async *run({ wanted }): AsyncIterable<Section> {
    const judge = openJudge()
    const rows = testRows()
    for (const { part, name, withSentence } of readings) {
      if (!wanted(part)) continue
      const judged = judgeRows(rows, judge, withSentence)
      const byLanguage = Map.groupBy(judged, ({ row }) => groupOf(row.writer))
      const others = judged.filter(({ row }) => groupOf(row.writer).length === 2 && !row.writer.startsWith('en'))
      yield {
        title: `Rows of test writers, ${name}`,
        figures: [...[...byLanguage].sort(), ['six languages', others] as const].flatMap(([language, own]) =>
          figuresOf(`${language}, ${name}`, own),
        ),
        misjudged: judged.flatMap((item) => misjudgedOf(item)),
      }
    }
    if (wanted('speed')) yield speed(judge, rows)
  },
}

const { nameWriters } = readSplit()

/** The language; the later writers, who write ordinary headlines alone, and those of names apart from the first. */
function groupOf(writer: string): string {
  const language = writer.slice(0, 2)
  if (nameWriters.includes(writer)) return `${language} names`
  return Number(writer.slice(2)) > (language === 'en' ? 24 : 4) ? `${language} ordinary` : language
}

function figuresOf(group: string, judged: readonly JudgedRow[]): Figure[] {
  const alerts = judged.filter(({ row }) => row.isAlert)
  const others = judged.filter(({ row }) => !row.isAlert)
  const alerted = (items: readonly JudgedRow[]) => count(items.map(({ service }) => service.isAlert))
  const alertedBefore = (items: readonly JudgedRow[]) => count(items.map(({ before }) => before.isAlert)) / items.length
  const toneF1 = (items: readonly JudgedRow[]) =>
    macroF1(items.map(({ row, service }) => ({ truth: row.tone, said: service.tone })))
  const judgeF1 = macroF1(
    judged.map(({ row, said }) => ({ truth: row.tone, said: labelOf({ probabilities: said.tone }) })),
  )
  const tonesBefore = macroF1(judged.map(({ row, before }) => ({ truth: row.tone, said: before.tone })))
  const otherF1 = (items: readonly JudgedRow[]) => notCompanyF1(items, ({ service }) => !service.isCompany)
  const n = judged.length
  return [
    ...share('alerts found', group, alerted(alerts), alerts.length, alertedBefore(alerts)),
    ...share('false alerts of 100 others', group, alerted(others), others.length, alertedBefore(others)),
    { name: 'tone, macro-F1', group, value: toneF1(judged), n, ...bootstrap(judged, toneF1), baseline: tonesBefore },
    ...share('alerts found by the judge alone', group, count(alerts.map(({ said }) => said.isAlert)), alerts.length),
    ...share('false alerts of the judge alone', group, count(others.map(({ said }) => said.isAlert)), others.length),
    { name: 'tone of the judge alone, macro-F1', group, value: judgeF1, n },
    {
      name: 'not the company, F1',
      group,
      value: otherF1(judged),
      n,
      baseline: notCompanyF1(judged, ({ before }) => !before.isCompany),
    },
    ...share('role right', group, count(judged.map(({ row, said }) => row.role === said.role)), n),
    ...share(
      'category right',
      group,
      count(judged.map(({ row, said }) => row.category === categoryOf(said))),
      n,
      count(judged.map(({ row, before }) => row.category === before.category)) / n,
    ),
    { name: 'calibration error of alerts', group, value: calibrationError(judged), n },
  ]
}

const categoryOf = ({ category, pNoCategory }: JudgedRow['said']) => (pNoCategory >= 0.5 ? undefined : category)

function notCompanyF1(judged: readonly JudgedRow[], saysOther: (item: JudgedRow) => boolean): number {
  const hits = judged.filter((item) => saysOther(item) && !item.row.isCompany).length
  const all = judged.filter(saysOther).length + judged.filter(({ row }) => !row.isCompany).length
  return all === 0 ? 0 : (2 * hits) / all
}

/** Mean gap between P(alert) and how many are alerts, over ten bins. */
function calibrationError(judged: readonly JudgedRow[]): number {
  const gaps = new Map<number, number>()
  for (const { row, said } of judged) {
    const bin = Math.min(9, Math.floor(10 * said.pAlert))
    gaps.set(bin, (gaps.get(bin) ?? 0) + said.pAlert - (row.isAlert ? 1 : 0))
  }
  return [...gaps.values()].reduce((sum, gap) => sum + Math.abs(gap), 0) / judged.length
}

function misjudgedOf({ row, said, service }: JudgedRow): Misjudged[] {
  if (row.isAlert === service.isAlert) return []
  const { headline, start, end, kind, gravity, firstSentence } = row
  return [
    {
      group: row.isAlert ? 'missed' : 'false alert',
      query: `${headline.slice(0, start)}[${headline.slice(start, end)}]${headline.slice(end)} | ${firstSentence ?? ''}`,
      listed: said.category,
      score: said.pAlert,
      expected: `${kind}, gravity ${gravity}`,
      explanation: said.because.map(({ word }) => word).join(', '),
    },
  ]
}

function speed(judge: ReturnType<typeof openJudge>, rows: ReturnType<typeof testRows>): Section {
  const texts = rows.map((row) => ({
    headline: { text: row.headline, start: row.start, end: row.end },
    language: languageOf(row),
    ...(row.firstSentence && { firstSentence: row.firstSentence }),
  }))
  const perSecond: number[] = []
  for (let round = 0; round < 6; round++) {
    const begun = process.cpuUsage()
    for (const text of texts) judge.judge(text)
    const { user, system } = process.cpuUsage(begun)
    perSecond.push((1e6 * texts.length) / (user + system))
  }
  return {
    title: 'Speed',
    figures: [{ name: 'texts judged', value: median(perSecond.slice(1)), unit: '1/s', n: texts.length }],
  }
}
