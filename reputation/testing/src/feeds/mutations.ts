/** Damages a file in ways that networks, editors and attackers do; the same `random` damages it in the same way. */

type Mutation = (bytes: Buffer, random: () => number) => Buffer

const below = (random: () => number, limit: number): number => Math.floor(random() * limit)

const mutations: readonly Mutation[] = [
  // cut short
  (bytes, random) => bytes.subarray(0, below(random, bytes.length + 1)),
  // some bytes are others
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    for (let count = 1 + below(random, 40); count > 0; count--)
      changed[below(random, changed.length)] = below(random, 256)
    return changed
  },
  // a piece is missing
  (bytes, random) => {
    const from = below(random, bytes.length)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + below(random, 2_000))])
  },
  // a piece stands somewhere else once more
  (bytes, random) => {
    const [from, to] = [below(random, bytes.length), below(random, bytes.length)]
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from, from + below(random, 2_000)), bytes.subarray(to)])
  },
  // a token where none belongs, many times over
  (bytes, random) => {
    const token = Buffer.from(tokens[below(random, tokens.length)]!.repeat(1 + below(random, 300)))
    const at = below(random, bytes.length)
    return Buffer.concat([bytes.subarray(0, at), token, bytes.subarray(at)])
  },
  // one letter is another everywhere
  (bytes, random) => {
    const [from, to] = [below(random, 128), below(random, 256)]
    return Buffer.from(bytes.map((byte) => (byte === from ? to : byte)))
  },
]

const tokens = [
  '<',
  '>',
  '&',
  '"',
  '</item>',
  '<item>',
  '<entry>',
  '</channel>',
  '</rss>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '&#0;',
  '&#x110000;',
  '&bogus;',
  '<link/>',
  '<title>',
  'xmlns:a="b"',
  'type="xhtml"',
  '<a:b>',
  '\0',
  '\ufeff',
  '\u2028',
  '<?xml version="1.0"?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  'xml:base="::"',
  '{',
  '[',
  '<__proto__>',
  '<constructor>',
]

export function mutate(bytes: Buffer, random: () => number): Buffer {
  let mutated = bytes
  for (let count = 1 + below(random, 3); count > 0 && mutated.length > 0; count--) {
    mutated = mutations[below(random, mutations.length)]!(mutated, random)
  }
  return mutated
}
