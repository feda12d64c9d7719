import { readFileSync } from 'node:fs'
import { findingRules, nearReasons } from '@service/reputation-domain/matching/matching.ts'
import { expect, test } from 'vitest'

test('every rule of an explanation and every reason of what is near is documented', () => {
  const page = readFileSync(new URL('../../../../docs/screening.md', import.meta.url), 'utf8')
  const words = [...findingRules.map(({ rule }) => rule), ...nearReasons]
  expect(words.filter((word) => !page.includes(`| \`${word}\` |`))).toEqual([])
})
