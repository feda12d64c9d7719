import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WordMeanings } from '@service/reputation-domain/judge/word-meanings.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'
import { expect, test } from 'vitest'
import { readCodes, readMeanings } from './meanings.ts'

const meanings = new WordMeanings(readMeanings())
const classesOf = (language: string, word: string) =>
  meanings.of(language, word).classes.map((number) => readCodes()[number - 1])

test('words have their classes, and those of other languages their English word', () => {
  expect(classesOf('en', 'bribed')).toContain('FRD')
  expect(classesOf('de', 'insolvenz')).toContain('INS')
  expect(meanings.of('de', 'insolvenz').english).toBe(wordHash('insolvency'))
  expect(meanings.of('en', 'the')).toEqual({ classes: [], english: 0 })
})

test('an unknown class is an error that says where', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meanings-'))
  writeFileSync(join(folder, 'classes.tsv'), 'FRD\tfraud\n')
  writeFileSync(join(folder, 'en.tsv'), 'fraud FRD\nfine FIN\n')
  expect(() => readMeanings(folder)).toThrow('en.tsv, line 2: no such class: FIN')
  rmSync(folder, { recursive: true })
})
