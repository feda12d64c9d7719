import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { labelOf } from '../mentions/mentions.ts'
import { openSentimentModel } from '../sentiment/own-model.ts'
import { openJudgeModel } from './judge-model.ts'
import { NewsJudge } from './judge-news.ts'

const judge = openJudgeModel(readModelFile('judge'), readModelFile('encoder'))
const sentiment = openSentimentModel(readModelFile('sentiment'))
const news = new NewsJudge(judge, sentiment)

/** The company stands in brackets. */
function judged(marked: string, language: 'en' | 'de' | 'es' = 'en') {
  const company = { start: marked.indexOf('['), end: marked.indexOf(']') - 1 }
  return news.judgeTitle({ text: marked.replace(/[[\]]/g, ''), company, year: 2026, language })
}
const strength = (marked: string, language?: 'en' | 'de' | 'es') => judged(marked, language).risks[0]?.strength ?? 0

test.each([
  'Two killed in [Nordwind] warehouse collapse',
  '[Nordwind] files for bankruptcy',
  'Police raid [Nordwind] offices',
  'Coastguard calls off search for [Nordwind] ferry passengers',
])('a grave fact has strength 3, and the company is its subject: %s', (title) => {
  expect(strength(title)).toBe(3)
  expect(judged(title).role).toBe('subject')
  expect(labelOf(judged(title))).toBe('negative')
})

test.each([
  '[Nordwind] is killing it',
  'Regulator praises [Nordwind] for quick recall',
  "Here's why [Nordwind] killed its old phones",
  '[Nordwind] opens a new office',
])('the vocabulary alone makes nothing grave that the judge doubts: %s', (title) => {
  expect(strength(title)).toBeLessThan(3)
})

test('other languages are judged without the English vocabulary', () => {
  expect(strength('Razzia bei [Nordwind]: Polizei durchsucht Büros', 'de')).toBe(3)
  expect(strength('La policía registra las oficinas de [Nordwind]', 'es')).toBe(3)
  expect(strength('[Nordwind] eröffnet neue Filiale', 'de')).toBe(0)
})

test('each category stands once, the strongest first, and probabilities sum to one', () => {
  const { risks, probabilities } = judged('[Nordwind] fined $2 billion for price fixing')
  const categories = risks.map(({ category }) => category)
  expect(new Set(categories).size).toBe(categories.length)
  const strengths = risks.map(({ strength }) => strength)
  expect(strengths).toEqual(strengths.toSorted((a, b) => b - a))
  expect(probabilities.negative + probabilities.neutral + probabilities.positive).toBeCloseTo(1, 12)
})
