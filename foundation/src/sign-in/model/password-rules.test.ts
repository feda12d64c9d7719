import { describe, expect, test } from 'vitest'
import { passwordFault, preparePassword } from './password-rules.ts'

const known = ['ada.lovelace@widgets.example', 'Ada Lovelace', 'Widgets Ltd']

test.each([
  'correct staple battery horse',
  'tr4velling-by-n1ght',
  'überraschung am Morgen',
  'мой дом стоит у реки',
  '我家門前有小河後面有山坡',
  'ada likes long evenings',
  '🦊🌲🌙 fox under the moon',
])('%s can be chosen', (password) => {
  expect(passwordFault(password, known)).toBeUndefined()
})

describe('what cannot be chosen', () => {
  test.each([
    ['', 'must have'],
    ['short', 'at least 12'],
    ['elevenchars', 'at least 12'],
    ['aaaaaaaaaaaaaaaa', 'over and over'],
    ['abcabcabcabcabc', 'over and over'],
    ['abcdefghijklmnop', 'over and over'],
    ['123456789012', 'over and over'],
    ['9876543210987', 'over and over'],
    ['Password1234', 'commonest'],
    ['P@$$word!2026', 'commonest'],
    ['welcome123456', 'commonest'],
    ['qwertyuiop12', 'commonest'],
    ['AdminAdmin2026', 'commonest'],
    ['ada.lovelace@widgets.example', 'name'],
    ['Lovelace1815', 'name'],
    ['widgets-widgets', 'name'],
    ['with a\0null byte', 'control'],
    ['with a\nline feed', 'control'],
    ['half a pair \ud800', 'control'],
    ['x'.repeat(5_000), 'control'],
    [`${'long enough '.repeat(30)}`, 'control'],
  ])('%j', (password, why) => {
    expect(passwordFault(password, known)).toContain(why)
  })
})

describe('preparation', () => {
  test('composed and decomposed letters, and all spaces, are the same', () => {
    const prepared = preparePassword('crème brûlée!')
    expect(preparePassword('cre\u0300me\u00a0bru\u0302le\u0301e!')).toBe(prepared)
    expect(preparePassword('crème\u3000brûlée!')).toBe(prepared)
  })

  test('letters that only look alike, case, and spaces at the ends stay what they are', () => {
    expect(preparePassword('ﬁne wine')).not.toBe(preparePassword('fine wine'))
    expect(preparePassword('Paypal')).not.toBe(preparePassword('Pаypal'))
    expect(preparePassword(' a ')).toBe(' a ')
    expect(preparePassword('A')).not.toBe(preparePassword('a'))
  })
})
