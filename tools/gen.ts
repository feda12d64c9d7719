/** `npm run gen`: writes every generated file again and names those that changed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFiles } from './generated-files.ts'
import { readIfThere, root } from './repository.ts'

for (const { file, make } of generatedFiles) {
  const path = join(root, file)
  const text = await make()
  if (readIfThere(path) === text) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`${file} written`)
}
