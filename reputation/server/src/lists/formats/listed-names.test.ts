import { describe, expect, test } from 'vitest'
import { ListFormatError } from './list-format-error.ts'
import { tidyName, tidyNames } from './listed-names.ts'

describe('tidyName', () => {
  test.each([
    ['spaces at the ends and doubled', '  Usama  bin \n Laden ', 'Usama bin Laden'],
    ['a no-break space', 'Usama\u00a0bin Laden', 'Usama bin Laden'],
    ['bidirectional marks and a byte order mark', '\ufeff\u202bعلي\u202c وانوس\u200f', 'علي وانوس'],
    ['control characters', 'A\u0000B\u0007C', 'A B C'],
    ['what was escaped twice', 'Smith &amp; Sons &#39;Ltd&#x27; &quot;X&quot;', 'Smith & Sons \'Ltd\' "X"'],
  ])('takes away %s', (_, raw, tidy) => {
    expect(tidyName(raw)).toBe(tidy)
  })

  test.each(["'ABD AL-SALAM, Humam", 'Qoussaï', 'АО “Концерн”', '金铁三', 'می\u200cخواهم', 'A & B Co., Ltd.'])(
    'keeps %s',
    (name) => {
      expect(tidyName(name)).toBe(name)
    },
  )

  test.each(['', '   ', '-', '…', '\u200b', '&nbsp;'])('is empty where nothing can be read: %j', (raw) => {
    expect(tidyName(raw)).toBe('')
  })

  test('leaves numeric references alone that are no character', () => {
    expect(tidyName('A &#0; &#1114112; &#xd800; &unknown; B')).toBe('A &#0; &#1114112; &#xd800; &unknown; B')
  })

  test('refuses a name that is too long', () => {
    expect(() => tidyName('A'.repeat(1_000_000))).toThrow(ListFormatError)
    expect(() => tidyName('A'.repeat(1_000_000))).toThrow(/^A name of 1000000 characters, "A{60} …", cannot be genuine/)
  })
})

describe('tidyNames', () => {
  test('the first name that can be read is the primary one, and each stands once', () => {
    expect(
      tidyNames([
        { name: ' ', strength: 'strong' },
        { name: 'Abu Ali', strength: 'weak' },
        { name: 'Saddam', strength: 'strong', language: 'en' },
        { name: 'Abu  Ali', strength: 'strong' },
      ]),
    ).toEqual([
      { name: 'Abu Ali', kind: 'primary', strength: 'strong' },
      { name: 'Saddam', kind: 'alias', strength: 'strong', language: 'en' },
    ])
  })
})
