import { expect, test } from 'vitest'
import { readModels, readModelVersions } from './models.ts'

test('the versions that the beginnings of the files tell are those of the models', () => {
  const { names, languages, news, provider, analysisVersion } = readModels()
  const versions = readModelVersions()
  expect(versions.provider).toEqual(provider)
  expect(versions.analysisVersion).toBe(analysisVersion)
  for (const [one, other] of [
    [versions.names, names],
    [versions.languages, languages],
    [versions.news, news],
  ])
    expect(one?.version).toBe(other?.version)
})
