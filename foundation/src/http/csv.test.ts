import { expect, test } from 'vitest'
import { type CsvValue, toCsv, toCsvByPage } from './csv.ts'

const one = (value: CsvValue) =>
  toCsv([{ name: 'x', value: () => value }], [{}])
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n')

test.each<[CsvValue, string]>([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-cmd', "'-cmd"],
  ['-5.5', '-5.5'],
  ['-5+2', "'-5+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=A,"b"', '"\'=A,""b"""'],
  ['＝1', "'＝1"],
  [-5.5, '-5.5'],
  [0, '0'],
  [Number.NaN, ''],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  ['', ''],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('%j is written %j', (value, written) => {
  expect(one(value)).toBe(written)
})

test('the header row comes first, also without rows, and lines end with CRLF', () => {
  const columns = [
    { name: 'a', value: (row: { a: number }) => row.a },
    { name: 'b,c', value: () => 'x' },
  ]
  expect(toCsv(columns, [])).toBe('a,"b,c"\r\n')
  expect(toCsv(columns, [{ a: 1 }, { a: 2 }])).toBe('a,"b,c"\r\n1,x\r\n2,x\r\n')
})

test('page by page it is the same, and others run between two pages', async () => {
  const rows = [{ a: 1 }, { a: 2 }, { a: 3 }]
  let ticks = 0
  async function* pages() {
    for (const row of rows) {
      await new Promise<void>((resolve) => setImmediate(() => resolve(void ticks++)))
      yield [row]
    }
  }
  expect(await toCsvByPage(['a'], pages())).toBe(toCsv(['a'], rows))
  expect(ticks).toBe(3)
})
