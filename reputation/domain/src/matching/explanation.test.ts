import { describe, expect, test } from 'vitest'
import type { Finding } from './compare/finding.ts'
import { findingRules, nearSentence, sentenceOf } from './explanation.ts'

describe('a finding as a sentence', () => {
  test.each<[Finding, string]>([
    [{ rule: 'same', query: 'maduro', listed: 'maduro' }, "'Maduro' is in both names."],
    [{ rule: 'spelling', query: 'nikolas', listed: 'nicolas' }, "'Nikolas' is a spelling of 'Nicolas'."],
    [{ rule: 'spelling', query: 'tony', listed: 'anthony' }, "'Tony' and 'Anthony' are forms of the same given name."],
    [{ rule: 'initial', query: 'v', listed: 'vladimir' }, "The initial 'V' may stand for 'Vladimir'."],
    [{ rule: 'initial', query: 'vladimir', listed: 'v' }, "The listed initial 'V' may stand for 'Vladimir'."],
    [{ rule: 'glued', query: 'abd al', listed: 'abdal' }, "'Abd Al' is written as 'Abdal' in the listed name."],
    [{ rule: 'omitted', listed: 'moros' }, "'Moros' is in the listed name only."],
    [
      { rule: 'date-of-birth', query: '1980', listed: '1962-04-17', factor: 0.8 },
      'The date of birth 1980 conflicts with the listed 1962-04-17.',
    ],
    [
      { rule: 'country', query: 'FR', listed: 'RU, BY', factor: 0.95 },
      'The country FR is not among the listed countries: RU, BY.',
    ],
  ])('%j', (finding, sentence) => {
    expect(sentenceOf(finding)).toBe(sentence)
  })

  test('every rule has one, whatever the finding lacks', () => {
    for (const { rule } of findingRules) expect(sentenceOf({ rule })).toMatch(/^['A-Z].*\.$/)
  })
})

test('a party that a date of birth holds down is shown with both dates', () => {
  const finding: Finding = { rule: 'date-of-birth', query: '1980', listed: '1962', factor: 0.8 }
  expect(nearSentence({ reason: 'date-of-birth', explanation: [finding] })).toBe(
    'The name matches. The date of birth 1980 conflicts with the listed 1962.',
  )
})
