/**
 * `npm run gen`: writes every generated file again and names those that changed. `npm run gen -- examples` first records
 * the examples of the API documents, on services that it runs on sample data.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFiles } from './generated-files.ts'
import { readIfThere, root } from './repository.ts'

if (process.argv.includes('examples')) recordExamples()

for (const { file, make } of generatedFiles) {
  const path = join(root, file)
  const text = await make()
  if (readIfThere(path) === text) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`${file} written`)
}

function recordExamples(): void {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'server/test/api-examples'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, RECORD_EXAMPLES: 'true' },
    },
  )
  if (status !== 0) process.exit(1)
}
