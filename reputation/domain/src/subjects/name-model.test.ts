import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { openNameModel } from './name-model.ts'

const model = openNameModel(readModelFile('names'))

const targeted = (marked: string) => {
  const start = marked.indexOf('[')
  return { text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 }
}

test.each([
  '[Target] CEO resigns after data breach',
  '[Ford] recalls 100,000 trucks over brake defect',
  '[Apple] unveils new phone',
  '[Nordwind] shares fall on weak sales',
  'Wal-Mart sues [Visa] over card fees',
])('the company: %s', (marked) => expect(model.judge(targeted(marked)).pCompany).toBeGreaterThan(0.5))

test.each([
  'Analysts cut price [target] on Nordwind',
  'Nordwind Price [Target] Raised to $35.00 by Analysts',
  'Harrison [Ford] injured on film set',
  'Gender Pay [Gap] Widens, Study Says',
  'Police in Car [Chase] Through Downtown',
])('not the company: %s', (marked) => expect(model.judge(targeted(marked)).pCompany).toBeLessThan(0.5))

test('a subject’s own blockers decide', () => {
  const text = targeted('[Nordwind] Street to be closed for a week')
  expect(model.judge(text).pCompany).toBeGreaterThan(0.5)
  const { pCompany, because } = model.judge(text, { blockers: ['nordwind street'] })
  expect(pCompany).toBeLessThan(0.1)
  expect(because).toContain('nordwind street')
})

test('a word in small letters is not the company that writes itself with a capital', () => {
  const judge = (marked: string, spelling: string) => model.judge(targeted(marked), { spelling }).pCompany
  expect(judge('Doctors see a [glimmer] of hope', 'Glimmer')).toBeLessThan(0.1)
  expect(judge('[Glimmer] opens a plant', 'Glimmer')).toBeGreaterThan(0.5)
  // Written so by the company itself, or by somebody who writes all in small letters.
  expect(judge('Why [nordwind] pays more', 'nordwind')).toBeGreaterThan(0.1)
  expect(judge('why [nordwind] pays more', 'Nordwind')).toBeGreaterThan(0.1)
})

test('without evidence a name that needs context is less likely the company', () => {
  const text = targeted('Storms bring [Nordwind] to the coast on Sunday')
  expect(model.judge(text, { needsContext: true }).pCompany).toBeLessThan(model.judge(text).pCompany)
})
