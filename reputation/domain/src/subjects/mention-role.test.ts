import { expect, test } from 'vitest'
import { roleOf } from './mention-role.ts'

const role = (marked: string) => {
  const start = marked.indexOf('[')
  return roleOf({ text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 }).role
}

test.each([
  '[Goldman Sachs] upgrades Nordwind to Buy',
  'Nordwind rating reaffirmed at [Credit Suisse] (NWD)',
  'Nordwind Price Target Cut to $17.00 by Analysts at [Barclays] (NWD)',
  'China manufacturing slows for third month: [HSBC]',
  '[HSBC] PMI rises to 51.3 in March',
  '[Bank of America] Raises Price Target On Nordwind',
])('only the source: %s', (marked) => expect(role(marked)).toBe('source'))

test.each([
  'Early movers: Ostsee, Hansen, [Nordwind], Petersen & more',
  'Dunkin, like [Nordwind], wants your lunch money',
  'Singer says farewell on [Nordwind]',
])('in passing: %s', (marked) => expect(role(marked)).toBe('passing'))

test.each([
  '[Nordwind] recalls cars',
  'Ostsee sues [Nordwind] for $5bn',
  '[Nordwind], Ostsee and Hansen recall 3 million vehicles',
  'Profits drop sharply at [Nordwind]',
  '[Goldman Sachs] profit falls',
  '[Nordwind] downgraded by Jefferies to Hold',
])('what it is about: %s', (marked) => expect(role(marked)).toBe('subject'))
