import { aMention } from '@service/reputation-testing/a-mention.ts'
import { expect, test } from 'vitest'
import { themesOf } from './themes.ts'

test.each([
  ['Acme posts record profit', ['performance']],
  ['Acme unveils a phone', ['innovation']],
  ['Acme workers protest low wages', ['purpose']],
  ['Acme shares rise on drug approval', ['innovation', 'performance']],
  ['Acme makes the news', []],
  ['Hackers launch a cyber attack on Acme', ['purpose']],
  ['EU launches probe into Acme', ['purpose']],
  ['Acme back online', []],
  ['UPDATE 1-Acme quarterly profit falls', ['performance']],
])('%s: %j', (title, expected) => {
  expect([...themesOf(aMention({ title }))].sort()).toEqual(expected)
})

test('a serious risk is no innovation, and an interruption no result', () => {
  const hack = [{ category: 'data_privacy_cyber' as const, strength: 2 as const, because: 'hack' }]
  expect([...themesOf(aMention({ title: 'Acme cloud hacked', risks: hack }))]).toEqual(['purpose'])
  const outage = [{ category: 'operational_disruption' as const, strength: 2 as const, because: 'down' }]
  expect([...themesOf(aMention({ title: 'Acme back online', risks: outage }))]).toEqual([])
})

test('a risk belongs to a theme even where no word of the headline does', () => {
  const risks = [{ category: 'governance_leadership' as const, strength: 3 as const, because: 'ousted' }]
  expect([...themesOf(aMention({ title: 'Acme ousts its founder', risks }))]).toEqual(['purpose'])
})
