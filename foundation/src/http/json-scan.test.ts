import { expect, test } from 'vitest'
import { defaultJsonLimits, JsonScan } from './json-scan.ts'

const limits = { ...defaultJsonLimits, maxValues: 1_000_000 }

/** As piece by piece as it may come. */
function isAccepted(text: string): boolean {
  const scan = new JsonScan(Buffer.from(text), { limits })
  try {
    while (!scan.advance(3));
    return true
  } catch {
    return false
  }
}

const valid = [
  ['{}', '[]', '""', '0', '-0.5e+10', 'null', 'true', ' [ 1 , {"a" : [ ] } ] ', '"\\u00e9\\n\\"\\\\"', '"𠮷"'],
  ['{"a":{"b":{"a":1}},"b":[{"a":1},{"a":2}]}', '\t[\r\n]\n', '[[[]],{}]', '{"":1}', '{"constructor":1}', '1E5'],
].flat()
const invalid = [
  ['', ' ', '{', '[', '"', '{]', '[}', '[1,]', '[,1]', '[1 2]', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '{1:1}'],
  ['01', '1.', '.5', '+1', '0x1', 'NaN', 'tru', 'nul', '1e', '"\\x"', '"\\u12g4"', '"\\u12', '"\n"', '"\t"', '[]]'],
  ['{}{}', '1 1', '"a" "b"', '[1]]', "{'a':1}", '[1;2]', '\u00a0[]', '\ufeff[]', '{"a":1 "b":2}', '"\\', ']'],
].flat()

test.each(valid)('%s is JSON', (text) => {
  expect(() => JSON.parse(text)).not.toThrow()
  expect(isAccepted(text)).toBe(true)
})

test.each(invalid)('%s is none', (text) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(isAccepted(text)).toBe(false)
})

test('every change of a letter is accepted or refused as JSON.parse does', () => {
  const text = '{"alpha":[1,-2.5e3,true,null,"x\\u00e9\\n"],"beta":{"gamma":"","delta":[]},"eps":[{},[0]]}'
  for (let at = 0; at < text.length; at += 1) {
    for (const letter of ['', '"', '\\', '{', '}', '[', ']', ',', ':', '0', 'e', '-', '.', ' ', 'u', '\n', 't']) {
      const changed = text.slice(0, at) + letter + text.slice(at + 1)
      let parsed = true
      try {
        JSON.parse(changed)
      } catch {
        parsed = false
      }
      expect(isAccepted(changed), changed).toBe(parsed)
    }
  }
})

const refusal = (text: string): string => {
  try {
    new JsonScan(Buffer.from(text)).advance(text.length * 4)
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['a name given twice', '{"count":1,"count":2}', 'body.count is given more than once.'],
  [
    'the same name spelt otherwise',
    '{"a":[{},{"count":1,"co\\u0075nt":2}]}',
    'body.a[1].count is given more than once.',
  ],
  ['a name that changes the object', '{"env":{"__proto__":1}}', 'body.env.__proto__ is not possible as a name.'],
  ['the same in two steps', '{"constructor":{"prototype":1}}', 'body.constructor.prototype is not possible as a name.'],
  ['too many values', `{"names":[${'1,'.repeat(50_000)}1]}`, 'body.names[49998] has too many values.'],
  ['too many fields', `{"env":{${nameMany(1_001)}}}`, 'body.env must have at most 1000 fields.'],
  ['a text without end', `{"a":"${'x'.repeat(2_200_000)}"}`, 'body.a is too long.'],
  ['endless nesting', '['.repeat(100_000), `body${'[0]'.repeat(50)} is nested too deeply.`],
])('%s is refused', (_what, text, message) => expect(refusal(text)).toBe(message))

function nameMany(count: number): string {
  return Array.from({ length: count }, (_, i) => `"n${i}":1`).join(',')
}

test('the items of a list come in their bytes', () => {
  const text = '{"x":[[9]],"rows": [ {"a": [1,2]}, "two" ,3,\n[]] , "y":{"rows":[4]}}'
  const found: string[] = []
  const scan = new JsonScan(Buffer.from(text), {
    items: { field: 'rows', found: (start, end) => void found.push(text.slice(start, end)) },
  })
  while (!scan.advance(1));
  expect(found).toEqual(['{"a": [1,2]}', '"two"', '3', '[]'])
})
