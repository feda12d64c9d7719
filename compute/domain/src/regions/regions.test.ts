import { expect, test } from 'vitest'
import { hubRegion, isInRegion, regionGroups, regionNamed } from './regions.ts'

test('groups and countries are found in any case', () => {
  expect(regionNamed('EU')?.id).toBe('eu')
  expect(regionNamed('de')).toMatchObject({ id: 'DE', kind: 'country', name: 'Germany' })
  expect(regionNamed('uk')?.id).toBe('GB')
  expect(regionNamed('us')).toMatchObject({ id: 'us', kind: 'group' })
})

test.each([[''], ['xx'], ['europe'], ['DEU'], [' de'], ['constructor'], ['__proto__']])(
  '%j is not a region',
  (text) => {
    expect(regionNamed(text)).toBeUndefined()
  },
)

test('groups have the right members', () => {
  const size = (id: string) => regionNamed(id)?.countries.size
  expect([size('eu'), size('eea'), size('nordics'), size('us'), size('global')]).toEqual([27, 30, 5, 1, 249])
  const everywhere = regionNamed('global')!.countries
  for (const { countries } of regionGroups) for (const code of countries) expect(everywhere).toContain(code)
})

test('a hub as a region holds itself alone', () => {
  const region = hubRegion({ id: 'de-1', name: 'Frankfurt', country: 'DE' })
  expect(isInRegion({ id: 'de-1', country: 'DE' }, region)).toBe(true)
  expect(isInRegion({ id: 'de-2', country: 'DE' }, region)).toBe(false)
})
