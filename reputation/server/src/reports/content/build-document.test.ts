import { emptyFacts, oneDayFacts, someFacts, uglyFacts } from '@service/reputation-testing/report-facts.ts'
import { describe, expect, test } from 'vitest'
import type { ReportFacts } from '../model/report-facts.ts'
import { buildDocument } from './build-document.ts'
import { fiveSentences } from './sentences.ts'

const stamp = { revision: 1, madeAt: Date.parse('2026-11-03T05:00:00Z') }
const documentOf = (facts: ReportFacts) => buildDocument(facts, stamp)
const number = (text: string | undefined) =>
  text === '–' || text === undefined ? 0 : Number(text.replace('−', '-').replaceAll(',', ''))
const sum = (texts: readonly (string | undefined)[]) =>
  Math.round(texts.reduce((total, text) => total + number(text), 0) * 10) / 10
/** Without the marks that keep a name's direction to itself. */
const plain = (text: string | undefined) => (text ?? '').replace(/[\u2068\u2069\u200b]/g, '')

test('the month is put in five sentences that are made of numbers', () => {
  expect(fiveSentences(someFacts()).map(plain)).toEqual([
    'The score fell by 13.1 points, from 51.0 to 37.9 of 100 on 31 October, 3rd of the 3 companies compared.',
    'Sentiment (−10.2) moved it most, then purpose (−4.1); share of voice (+2.0) moved the other way; without the two stories ' +
      '“Zorbaworks hacked: data of 4.5 million customers stolen” and “Regulator opens an inquiry into widgets” it would be 50.3.',
    '178 articles from 65 sites spoke of the company, 12 of them on 6 October alone: 47 negative, 71 neutral and 60 positive, ' +
      'with a mean sentiment of −0.21 between −1 and +1; 6 further articles in languages that are not judged are no part of this.',
    '2 critical and 5 high alerts were raised, the first 2 h 10 min after the first article of its story; webhooks received 15 events and missed 1.',
    'To decide: how to respond to 2 stories with alerts (page 3), what follows from 2 true matches (page 6), whether to resend ' +
      '1 failed delivery (page 6) and whether to measure AI visibility (page 7).',
  ])
})

test('a month without news has five sentences too, and asks for nothing', () => {
  expect(fiveSentences(emptyFacts()).map(plain)).toEqual([
    'There has been no news about Zorbaworks up to 31 October, so there is no score.',
    'Nothing was written that could have moved it.',
    'No article about the company was judged in this month.',
    'No alert was raised; no webhook is registered, so none was sent anywhere.',
    'Nothing in these figures asks for a decision.',
  ])
})

test('a score with nothing before it is not compared', () => {
  const { summary, why } = documentOf(oneDayFacts())
  expect(summary.headline).toBe('Reputation stood at 37.9.')
  expect(summary.sentences[0]).toContain('there is none from before the month to compare it with')
  expect(why.chart).toBeNull()
  expect(why.pillars.map(({ change }) => change)).toEqual(Array(8).fill('–'))
})

describe('what is shown adds up to what is shown, to the tenth:', () => {
  const { why, sentiment, sent } = documentOf(someFacts())
  const { score, articles } = someFacts().news

  test('what the pillars got is the score, and their changes its change', () => {
    expect(sum(why.pillars.map(({ got }) => got))).toBe(score?.after)
    expect(sum(why.pillars.map(({ change }) => change))).toBe(score?.change)
    expect(sum(why.pillars.map(({ could }) => could))).toBe(100)
    expect(why.sentence).toBe('37.9 points were got of 100 that could be, 62.1 were not; 28.0 of them in sentiment.')
  })

  test('days are the month, and tones are the articles', () => {
    const column = (index: number) => sum(sentiment.days.map((cells) => cells[index]))
    expect(column(1)).toBe(articles.count)
    expect(column(2) + column(3) + column(4)).toBe(articles.count)
    expect([column(2), column(3), column(4), column(6)]).toEqual([
      articles.negative,
      articles.neutral,
      articles.positive,
      articles.unjudged,
    ])
  })

  test('deliveries, alerts and screenings are their totals', () => {
    const [last, ...rows] = sent.deliveries.toReversed()
    for (const index of [1, 2, 3, 4]) expect(sum(rows.map((cells) => cells[index]))).toBe(number(last?.[index]))
    expect(sum(sent.alerts.slice(0, 2).map((cells) => cells[1]))).toBe(number(sent.alerts[2]?.[1]))
    expect(number(sent.screenings[1]?.[1]) + number(sent.screenings[2]?.[1])).toBe(number(sent.screenings[0]?.[1]))
  })
})

test('long headlines are shortened between letters, and long words may be broken', () => {
  const { stories, peers } = documentOf(uglyFacts())
  for (const { title } of stories.rows) expect([...plain(title)].length).toBeLessThanOrEqual(160)
  expect(peers.rows.find(({ name }) => name.includes('WWW'))?.name).toContain('\u200b')
})

test('the own company is among the peers that are shown, however low its score', () => {
  const { peers } = documentOf(uglyFacts())
  expect(peers.rows).toHaveLength(22)
  expect(peers.rows.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  expect(peers.note).toContain('4 further peers')
})

test('no screened name, and nothing of any receiver, is in a report', () => {
  expect(JSON.stringify(documentOf(someFacts()).sent)).not.toMatch(/http|name"/)
})

test('pages say what they leave out', () => {
  const { limits, sample } = documentOf(uglyFacts())
  const item = (name: string) => limits.items.find((one) => one.name === name)?.text
  expect(item('Languages')).toMatch(/2,345,678 of 3,580,245 articles \(65\.5 %\) were in languages that are not judged/)
  expect(item('Gaps')).toMatch(/and 21 more/)
  expect(item('Sample')).toBeDefined()
  expect(sample).toMatch(/2014/)
  const { limits: partial } = documentOf(oneDayFacts())
  expect(partial.items.find(({ name }) => name === 'Month')?.text).toContain('after 1 October')
})
