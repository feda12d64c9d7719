import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test('no character of a stranger has an effect', () => {
  expect(visibleText('\u001b[31mred\u001b[0m\r\n\tok \u0007\u007f\u0085 \u202Egnp.exe\u2069')).toBe(
    '␛[31mred␛[0m␍␊\tok ␇␡⟨U+0085⟩ ⟨U+202E⟩gnp.exe⟨U+2069⟩',
  )
  expect(visibleText('<script>alert(1)</script> مرحبا 😀')).toBe('<script>alert(1)</script> مرحبا 😀')
})
