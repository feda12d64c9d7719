import { expect, test } from 'vitest'
import { regionNamed } from '../regions/regions.ts'
import type { SovereigntyLevel } from './model/level.ts'
import { bindsNothing, breachOf, type JudgedHub, mayBeStoredAt } from './sovereignty.ts'

const aHub = ({ operator, ...hub }: Partial<Omit<JudgedHub, 'operator'>> & { operator?: object } = {}): JudgedHub => ({
  id: 'de-1',
  country: 'DE',
  dedicatedNodes: true,
  operator: {
    entity: 'Rechner GmbH',
    jurisdiction: 'DE',
    parentJurisdiction: 'DE',
    nationallyOwned: true,
    ...operator,
  },
  ...hub,
})
const eu = regionNamed('eu')!
const germany = regionNamed('DE')!

test('without a level any hub complies, wherever it stands', () => {
  expect(breachOf('none', aHub({ country: 'US' }), eu, null)).toBeUndefined()
})

test('residency depends on where the hub is, not on who runs it', () => {
  const foreign = { operator: { jurisdiction: 'US', parentJurisdiction: 'US' } }
  expect(breachOf('residency', aHub(foreign), eu, null)).toBeUndefined()
  expect(breachOf('residency', aHub({ country: 'CH' }), eu, null)).toBe('outside_region')
})

test('jurisdiction depends on the operator’s parent company', () => {
  expect(breachOf('jurisdiction', aHub({ operator: { jurisdiction: 'US' } }), eu, null)).toBe('foreign_operator')
  expect(breachOf('jurisdiction', aHub({ operator: { parentJurisdiction: 'US' } }), eu, null)).toBe('foreign_parent')
  expect(breachOf('jurisdiction', aHub({ operator: { parentJurisdiction: 'FR' } }), eu, null)).toBeUndefined()
  expect(breachOf('jurisdiction', aHub({ operator: { parentJurisdiction: 'FR' } }), germany, null)).toBe(
    'foreign_parent',
  )
})

test('sovereign requires everything in one country, this control plane included', () => {
  expect(breachOf('sovereign', aHub(), eu, 'DE')).toBeUndefined()
  expect(breachOf('sovereign', aHub({ operator: { parentJurisdiction: 'FR' } }), eu, 'DE')).toBe('several_countries')
  expect(breachOf('sovereign', aHub({ operator: { nationallyOwned: false } }), eu, 'DE')).toBe('foreign_owned')
  expect(breachOf('sovereign', aHub({ dedicatedNodes: false }), eu, 'DE')).toBe('shared_nodes')
  expect(breachOf('sovereign', aHub(), eu, 'FR')).toBe('stored_abroad')
  expect(breachOf('sovereign', aHub(), eu, null)).toBe('stored_abroad')
})

test('what a deployment writes is stored only where its level lets its data be', () => {
  const may = (sovereignty: SovereigntyLevel, regions: string[], home: string | null, hub: string | undefined) =>
    mayBeStoredAt(home, { sovereignty, regions }, hub)
  expect(may('none', ['SE'], null, undefined)).toBe(true)
  expect(may('residency', ['eu'], 'DE', 'SE')).toBe(true)
  expect(may('residency', ['SE', 'DE'], 'DE', 'SE')).toBe(false)
  expect(may('residency', ['eu'], 'US', 'SE')).toBe(false)
  expect(may('jurisdiction', ['eu'], null, 'SE')).toBe(false)
  expect(may('jurisdiction', ['se-north-1'], 'SE', 'SE')).toBe(true)
  expect(may('jurisdiction', ['se-north-1'], 'DE', 'SE')).toBe(false)
  expect(may('sovereign', ['eu'], 'DE', 'SE')).toBe(false)
  expect(may('sovereign', ['eu'], 'SE', 'SE')).toBe(true)
  expect(may('residency', ['eu'], 'SE', undefined)).toBe(false)
})

test('residency binds nothing where a region is global', () => {
  expect(bindsNothing('residency', ['DE', 'Global'])).toBe(true)
  expect(bindsNothing('none', ['global'])).toBe(false)
  expect(bindsNothing('sovereign', ['eu'])).toBe(false)
})
