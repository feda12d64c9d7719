/** The API documents by the recommended rules of Redocly and Spectral. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../repository.ts'

type Finding = { linter: string; rule: string; document: string; where: string; message: string }
type Exception = { linter: string; rule: string; reason: string }

const folder = join(root, 'openapi/checks')
const exceptions = JSON.parse(readFileSync(join(folder, 'exceptions.json'), 'utf8')) as Exception[]
const missing = existsSync(join(folder, 'node_modules')) ? '' : ' (not run: openapi/checks/install has not been run)'

test.skipIf(missing !== '' && !process.env.CI)(`neither linter finds anything${missing}`, () => {
  const output = execFileSync(process.execPath, [join(folder, 'lint.mjs')], { encoding: 'utf8', maxBuffer: 1e9 })
  const found = JSON.parse(output) as Finding[]
  const excepts = (finding: Finding) => (one: Exception) => one.linter === finding.linter && one.rule === finding.rule
  expect(found.filter((finding) => !exceptions.some(excepts(finding)))).toEqual([])
  for (const exception of exceptions) {
    expect(
      found.some((finding) => excepts(finding)(exception)),
      `${exception.rule} is needed no more`,
    ).toBe(true)
  }
})
