import { expect, test } from 'vitest'
import { relieved } from './relief.ts'

/** The company stands in brackets. */
function strengthOf(marked: string): number | undefined {
  const company = { start: marked.indexOf('['), end: marked.indexOf(']') - 1 }
  return relieved([{ category: 'legal_regulatory', strength: 3, because: 'x' }], {
    text: marked.replace(/[[\]]/g, ''),
    company,
  })[0]?.strength
}

test.each([
  "Judge refuses to hear workers' claims against [Nordwind]",
  "Judge won't make [Nordwind] tell owners to stop driving its vans",
  'Court dismisses antitrust lawsuit against [Nordwind]',
  '[Nordwind] defeats bid to ban its drones',
  'Rival loses bid for sales ban on [Nordwind] phones',
  'Jury clears [Nordwind] of negligence',
  'Former [Nordwind] clerk charged with stealing from neighbours',
  '[Nordwind] profit slips as storms keep shoppers at home',
])('what speaks for the company is no more than unpleasant: %s', (title) => {
  expect(strengthOf(title)).toBe(1)
})

test.each([
  "Judge denies [Nordwind]'s bid to dismiss fraud charges",
  'Court rejects [Nordwind] appeal against record fine',
  'Judge refuses to throw out claim against [Nordwind]',
  '[Nordwind] profit falls after warning of a writedown',
  'Former [Nordwind] engineer tells inquiry that brakes were never tested',
  'Two former [Nordwind] directors plead guilty to bribery',
  '[Nordwind] escapes worst as it pleads guilty to tax evasion',
  'Three dead after explosion at [Nordwind] plant',
])('what speaks against the company stays as grave as it was found: %s', (title) => {
  expect(strengthOf(title)).toBe(3)
})

test('a relieved finding says why', () => {
  const company = { start: 0, end: 8 }
  const found = { category: 'financial_distress', strength: 2, because: 'profit slips' } as const
  expect(relieved([found], { text: 'Nordwind profit slips', company })).toEqual([
    { category: 'financial_distress', strength: 1, because: 'profit slips, weakened by: plain results' },
  ])
})
