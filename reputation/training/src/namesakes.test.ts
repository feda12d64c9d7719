import { openNamesakes } from '@service/reputation-domain/judge/namesakes.ts'
import { expect, test } from 'vitest'
import { readCorpus, readSplit } from './corpus/read-corpus.ts'
import { trainNamesakes } from './namesakes.ts'

test('the same rows give the same bytes, which the service opens', () => {
  const { testWriters } = readSplit()
  const rows = readCorpus().filter(({ writer }, i) => i % 100 === 0 && !testWriters.includes(writer))
  const real = [
    { text: 'Nordwind to report results', start: 0, end: 8, label: 1, weight: 1 },
    { text: 'A Nordwind blows', start: 2, end: 10, weight: 1 },
  ]
  const train = () => trainNamesakes({ rows, real, titles: real }, () => {})
  const bytes = train()
  expect(train()).toEqual(bytes)
  expect(openNamesakes(bytes).version).not.toBe('')
}, 60_000)
