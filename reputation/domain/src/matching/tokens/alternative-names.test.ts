import { expect, test } from 'vitest'
import { alternativeNames } from './alternative-names.ts'
import { nameKind } from './name-kind.ts'

test.each([
  ['Norden Trading LLC a.k.a. Sever Torg', ['Norden Trading LLC', 'Sever Torg']],
  ['Norden Trading / Sever Torg OOO', ['Norden Trading', 'Sever Torg OOO']],
  ['Norden Trading (formerly Sever)', ['Norden Trading', 'Sever']],
  ['Norden Trading (Sever Torg OOO)', ['Norden Trading', 'Sever Torg OOO']],
  ['Norden Machine Works (NMW)', ['Norden Machine Works', 'NMW']],
])('%s holds several names of an organisation', (name, names) => {
  expect(alternativeNames(name, nameKind.organisation)).toEqual(names)
})

test.each([
  'Norden Trading (London)',
  'Norden Import/Export Corp',
  'Norden (Karelian branch)',
  'Akali (PLC)',
  'Norden',
])('%s is one name of an organisation', (name) => {
  expect(alternativeNames(name, nameKind.organisation)).toEqual([])
})

test.each([
  ['Karl (Carlos) Brandt', ['Karl Brandt', 'Carlos Brandt']],
  ['Karl Brandt (Brant)', ['Karl Brandt', 'Karl Brant']],
  ['Karl Brandt alias Vanya', ['Karl Brandt', 'Vanya']],
  ['Karl Brandt (third)', []],
])('%s holds the names %j of a person', (name, names) => {
  expect(alternativeNames(name, nameKind.person)).toEqual(names)
})
