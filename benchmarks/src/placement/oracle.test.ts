import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { expect, test } from 'vitest'
import { Oracle } from './oracle.ts'

const hub = aHub({
  id: 'de-1',
  operator: { entity: 'Rechner GmbH', jurisdiction: 'DE', parentJurisdiction: 'US', nationallyOwned: false },
  dedicatedNodes: true,
  nodes: [{ name: 'a', gpuType: 'H100', gpus: 8 }],
})
const asked = { gpuType: 'H100', count: 2, regions: ['eu'], sovereignty: 'residency' }
const put = { hubId: 'de-1', nodes: [{ name: 'a', gpus: 2 }] }

test('the oracle finds no fault with what obeys the rules', () => {
  expect(new Oracle([hub], 'DE').faults(asked, put, true)).toEqual([])
})

test.each([
  [{ ...asked, regions: ['FR', 'nordics'] }, 'outside of every region'],
  [{ ...asked, sovereignty: 'jurisdiction' }, 'sovereignty'],
  [{ ...asked, sovereignty: 'sovereign', regions: ['global'] }, 'sovereignty'],
  [{ ...asked, count: 3 }, 'another number of GPUs'],
  [{ ...asked, gpuType: 'A100' }, 'no such node'],
])('the oracle finds the fault in %j', (wrong, fault) => {
  expect(new Oracle([hub], 'DE').faults(wrong, put, true)).toContain(fault)
})

test('the oracle counts free GPUs by itself', () => {
  const oracle = new Oracle([hub], 'DE')
  oracle.take(put)
  expect(oracle.faults(asked, put, false)).toEqual(['hub not ready', 'a dedicated node shared'])
  const most = { hubId: 'de-1', nodes: [{ name: 'a', gpus: 7 }] }
  expect(oracle.faults({ ...asked, count: 7 }, most, true)).toContain('a GPU given twice')
  oracle.giveBack(put)
  expect(oracle.faults(asked, put, true)).toEqual([])
})
