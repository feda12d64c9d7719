import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { eventCatalogue } from './catalogue.ts'

const company = { id: 'com_1', name: 'Acme', slug: 'acme' }

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

test('a drop is told exactly', () => {
  const { previousScore, currentScore, delta } = eventCatalogue.kinds['reputation.drop']!.example(company) as Record<
    string,
    number
  >
  expect(delta).toBe(Math.round((currentScore! - previousScore!) * 10) / 10)
})

test('a registration for risks alone passes over articles, and one for all what was told by an article before', () => {
  expect(eventCatalogue.choices.alerts).toMatchObject({
    default: 'all',
    skips: { all: ['risk-only'], risks: ['article'] },
  })
})
