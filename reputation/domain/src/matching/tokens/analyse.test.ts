import { expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { type NameKind, nameKind } from './name-kind.ts'
import { role } from './token.ts'

const roleNames = Object.fromEntries(Object.entries(role).map(([name, value]) => [value, name]))
const read = (name: string, kind: NameKind) =>
  analyse(name, kind)
    .map((token) => `${token.text}:${roleNames[token.role]}`)
    .join(' ')

test.each([
  ['Dr. Karl Brandt', 'doctor:title karl:name brandt:name'],
  ['Abd al-Rahman', 'abdul:name rahman:name'],
  ['Abdallah ibn Omar', 'abdallah:name bin:particle omar:name'],
  ['Abd Allah', 'abdullah:name'],
  ['Ben Karlsen', 'ben:name karlsen:name'],
  ['J. Brandt', 'j:initial brandt:name'],
  ['Ig0r', 'igor:name'],
  ['Imam', 'imam:name'],
])('%s is a person: %s', (name, tokens) => {
  expect(read(name, nameKind.person)).toBe(tokens)
})

test.each([
  ['Norden Bank LLC', 'norden:name bank:name =limited:legal'],
  ['A.B.C. Trading', 'abc:name trading:name'],
  ['A.B.S.L. Trading', 'absl:name trading:name'],
  ['A.B.C. S.A. de C.V.', 'abc:name =stock:legal'],
  ['Brigade Twenty Four', 'brigade:name #24:number'],
  ['Fund IV', 'fund:name #4:number'],
  ['Fund XLV', 'fund:name #45:number'],
  ['Plant N-2', 'plant:name #2:number'],
  ['Plant Number 2', 'plant:name number:particle #2:number'],
  ['The Fiftieth Army', 'the:particle #50:number army:name'],
  ['Bank of the North', 'bank:name of:particle the:particle north:name'],
  ['The Company', 'the:name company:name'],
])('%s is an organisation: %s', (name, tokens) => {
  expect(read(name, nameKind.organisation)).toBe(tokens)
})

test.each([
  ['MV Lady Leilana', 'lady:name leilana:name'],
  ['Snow Storm 1', 'snow:name storm:name #1:number'],
  ['Tanker', 'tanker:name'],
])('%s is an object: %s', (name, tokens) => {
  expect(read(name, nameKind.object)).toBe(tokens)
})
