import { countryCodes } from '@service/compute-domain/regions/countries.ts'
import { expect, test } from 'vitest'
import { exampleHubs } from '../hub-engines/hub-engines.ts'
import { readZonePlaces } from './zone-places.ts'

/** Or with no place of 500 inhabitants. */
const uninhabited = ['AQ', 'BV', 'HM', 'UM']

const placeOf = readZonePlaces()

test('a zone has its own place, and a part of one that has none stands where the whole does', () => {
  expect(placeOf('SE-SE1')).toEqual({ latitude: 65.58, longitude: 22.15 })
  expect(placeOf('SE-SE9')).toEqual(placeOf('SE'))
  expect(placeOf('AU-TAS-FI')).toEqual(placeOf('AU-TAS'))
  expect(placeOf('ZZ')).toBeUndefined()
})

test('every hub of the example, and nearly every country, has a place', () => {
  for (const { hub } of exampleHubs()) expect(placeOf(hub.zone), hub.zone).toBeDefined()
  const missing = [...countryCodes].filter((country) => placeOf(country) === undefined)
  expect(missing.sort()).toEqual(uninhabited)
})
