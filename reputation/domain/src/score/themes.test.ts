import { aMention } from '@service/reputation-testing/a-mention.ts'
import { expect, test } from 'vitest'
import { themesOf } from './themes.ts'

test.each([
  ['Acme posts record profit', ['performance']],
  ['Acme unveils a phone', ['innovation']],
  ['Acme workers protest low wages', ['purpose']],
  ['Acme shares rise on drug approval', ['innovation', 'performance']],
  ['Acme makes the news', []],
])('%s: %j', (title, expected) => {
  expect([...themesOf(aMention({ title }))].sort()).toEqual(expected)
})

test('a risk belongs to a theme even where no word of the headline does', () => {
  const risks = [{ category: 'governance_leadership' as const, strength: 3 as const, because: 'ousted' }]
  expect([...themesOf(aMention({ title: 'Acme ousts its founder', risks }))]).toEqual(['purpose'])
})
