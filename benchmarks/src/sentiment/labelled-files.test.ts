import { expect, test } from 'vitest'
import { plainName } from './labelled-files.ts'

test.each([
  ['x/newsmtsc.dev-rw.jsonl', 'newsmtsc-rw'],
  ['newsmtsc.test-mt.jsonl.gz', 'newsmtsc-mt'],
  ['newsmtsc-rw.jsonl', 'newsmtsc-rw'],
  ['sentfin.test.jsonl', 'sentfin'],
  ['reputation-gold.jsonl', 'reputation-gold'],
  ['newsmtsc.train.jsonl', 'newsmtsc-train'],
])('%s is known as %s', (file, name) => expect(plainName(file)).toBe(name))
