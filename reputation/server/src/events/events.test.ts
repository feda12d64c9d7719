import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { eventCatalogue, newEvent } from './events.ts'

const company = { id: 'cmp_1', name: 'Acme', slug: 'acme' }

test('there are the five kinds of the contract', () => {
  expect(Object.keys(eventCatalogue.kinds)).toEqual([
    'alert.critical',
    'alert.high',
    'report.ready',
    'reputation.drop',
    'screening.match',
  ])
})

describe.each(Object.entries(eventCatalogue.kinds))('%s', (name, { data, example }) => {
  const fields: Record<string, string[]> = {
    'alert.critical': ['id', 'title', 'severity', 'source', 'url', 'detectedAt', 'sentimentScore', 'company'],
    'alert.high': ['id', 'title', 'severity', 'source', 'url', 'detectedAt', 'sentimentScore', 'company'],
    'report.ready': ['reportId', 'type', 'period', 'pdfUrl'],
    'reputation.drop': ['previousScore', 'currentScore', 'delta', 'company'],
    'screening.match': ['query', 'matches', 'clean'],
  }

  test('has an example that fits its schema, with exactly the fields of the contract', () => {
    const sent = example(company) as Record<string, unknown>
    expect([...Compile(data).Errors(sent)]).toEqual([])
    expect(Object.keys(sent)).toEqual(fields[name])
    if ('company' in sent) expect(sent.company).toEqual(company)
    if ('severity' in sent) expect(`alert.${sent.severity}`).toBe(name)
  })
})

test('the example of a drop adds up', () => {
  const { previousScore, currentScore, delta } = eventCatalogue.kinds['reputation.drop'].example(company)
  expect(delta).toBe(Math.round((currentScore - previousScore) * 10) / 10)
})

test('a kind outside the catalogue, and the data of another kind, do not compile', () => {
  const about = { id: 'evt_1', companyId: company.id, at: new Date(0) }
  const data = { previousScore: 71.4, currentScore: 64.9, delta: -6.5, company }
  expect(newEvent('reputation.drop', data, about)).toMatchObject({ kind: 'reputation.drop', tags: [] })
  // @ts-expect-error the kind is misspelt
  newEvent('reputation.dropp', data, about)
  // @ts-expect-error these are the data of a drop
  newEvent('screening.match', data, about)
})

test('a registration for risks gets no articles, and one for all gets no risks that an article announced', () => {
  expect(eventCatalogue.choices.alerts).toMatchObject({
    default: 'all',
    skips: { all: ['risk-only'], risks: ['article'] },
  })
})
