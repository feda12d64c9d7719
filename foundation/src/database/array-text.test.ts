import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseArray } from './array-text.ts'

const read = (text: string) => parseArray(text, (element) => element)

test.each([
  ['{}', []],
  ['{a,b}', ['a', 'b']],
  ['{NULL,"NULL",null}', [null, 'NULL', 'null']],
  ['{"","a,b","{c}","d\\"e","f\\\\g"}', ['', 'a,b', '{c}', 'd"e', 'f\\g']],
  [
    '{{1,2},{3,NULL}}',
    [
      ['1', '2'],
      ['3', null],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
])('%s', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('every quoted element is read back unchanged', () => {
  const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      expect(read(`{${texts.map(quote).join(',')}}`)).toEqual(texts)
    }),
  )
})

test.each(['{a', '{"a', '{{a}'])('%s ends early and is refused', (text) => {
  expect(() => read(text)).toThrow(RangeError)
})
