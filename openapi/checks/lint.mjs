// Lints the API documents by the recommended rules of Redocly and of Spectral, and prints what they find as JSON.
import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const redocly = await createConfig({ extends: ['recommended'] })
const oas = new spectral.Spectral()
oas.setRuleset({ extends: [[rulesets.oas, 'recommended']] })

const found = []
for (const document of ['compute', 'reputation']) {
  const source = readFileSync(new URL(`../${document}.json`, import.meta.url), 'utf8')
  for (const { ruleId, message, location } of await lintFromString({ source, absoluteRef: document, config: redocly })) {
    found.push({ linter: 'redocly', rule: ruleId, document, where: location[0]?.pointer ?? '', message })
  }
  for (const { code, message, path } of await oas.run(source)) {
    found.push({ linter: 'spectral', rule: code, document, where: path.join('.'), message })
  }
}
console.log(JSON.stringify(found))
