import { expect, test } from 'vitest'
import { methodologyVersion } from './methodology.ts'
import { scoreSettings } from './settings.ts'

const own = { name: 'own', version: '1' }

test('the version changes with any setting and with the provider, and with nothing else', () => {
  const versions = [
    methodologyVersion(own),
    methodologyVersion({ ...own, version: '2' }),
    methodologyVersion({ ...own, name: 'other' }),
    methodologyVersion(own, { ...scoreSettings, pseudoMentions: scoreSettings.pseudoMentions + 1 }),
    methodologyVersion(own, { ...scoreSettings, weights: { ...scoreSettings.weights, volume: 6 } }),
  ]
  expect(new Set(versions).size).toBe(versions.length)
  expect(methodologyVersion({ ...own })).toBe(versions[0])
})

test('the version stays what it was when stored scores were made', () => {
  expect(methodologyVersion({ name: 'own', version: '1' })).toBe('2.4e2c246e')
})
