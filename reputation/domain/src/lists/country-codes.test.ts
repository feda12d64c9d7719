import { expect, test } from 'vitest'
import { countryCode, isCountryCode } from './country-codes.ts'

test.each([
  ['Iran', 'IR'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Korea, North', 'KP'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Democratic People’s Republic of Korea', 'KP'],
  ['Cote d Ivoire', 'CI'],
  ["Côte d'Ivoire", 'CI'],
  ['Saint Kitts and Nevis', 'KN'],
  ['St. Kitts & Nevis', 'KN'],
  ['BOSNIA AND HERZEGOVINA', 'BA'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Congo, Republic of the', 'CG'],
  ['Palestinian', 'PS'],
  ['Region: Gaza', 'PS'],
  ['Kosovo', 'XK'],
  ['Turkey', 'TR'],
  ['Türkiye', 'TR'],
])('%s is %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

test.each(['', 'na', 'undetermined', 'None Identified', 'Netherlands Antilles', 'Region: Kafia Kingi', 'Atlantis'])(
  '%j is no country',
  (name) => {
    expect(countryCode(name)).toBeUndefined()
  },
)

test('knows current codes, and neither `00` nor those of former states', () => {
  expect(['DE', 'XK', 'PS'].every(isCountryCode)).toBe(true)
  expect(['00', 'YU', 'SU', 'AN', 'de', '', 'constructor'].some(isCountryCode)).toBe(false)
})
