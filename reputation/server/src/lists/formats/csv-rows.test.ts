import { describe, expect, test } from 'vitest'
import { csvRows } from './csv-rows.ts'

const fieldsOf = (text: string, columns?: number, delimiter = ','): string[][] =>
  [...csvRows(text, columns === undefined ? { delimiter } : { delimiter, columns })].map((row) => row.fields)

describe('csvRows', () => {
  test.each([
    ['fields in quotes and without', '1,"a, b",c\r\n', [['1', 'a, b', 'c']]],
    ['doubled quotes', '"say ""yes""",2\n', [['say "yes"', '2']]],
    [
      'line ends inside quotes',
      '"two\r\nlines",2\r\n3,4\r\n',
      [
        ['two\r\nlines', '2'],
        ['3', '4'],
      ],
    ],
    [
      'both kinds of line end',
      'a,b\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['empty lines', '\r\na,b\r\n\r\n', [['a', 'b']]],
    ['the Ctrl-Z at the end', 'a,b\r\n\u001a', [['a', 'b']]],
    ['quotes inside a field, as letters', 'a "b" c,d\n', [['a "b" c', 'd']]],
    ['a quote that closes before the field ends, as a letter', '"b" c,d\n', [['"b" c', 'd']]],
    ['a field at the end of the text', 'a,b', [['a', 'b']]],
    ['an empty last field', 'a,\n', [['a', '']]],
  ])('reads %s', (_, text, rows) => {
    expect(fieldsOf(text)).toEqual(rows)
  })

  test('a stray quote does not swallow the rows behind it', () => {
    expect(fieldsOf('1;"Vostok;x\n2;b;"y"\n', 3, ';')).toEqual([
      ['1', '"Vostok', 'x'],
      ['2', 'b', 'y'],
    ])
  })

  test('says whether a line end closes the last row', () => {
    expect([...csvRows('a,b\nc,d', { delimiter: ',' })].map((row) => row.unterminated)).toEqual([false, true])
    expect([...csvRows('a,b\nc,"d"\r\n', { delimiter: ',' })].map((row) => row.unterminated)).toEqual([false, false])
  })

  test('takes time in proportion to the text, whatever its quotes', () => {
    const started = performance.now()
    for (const pattern of ['"', '""', '"a', ',"', ',"x""y', '"\n']) fieldsOf(pattern.repeat(200_000), 12)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
