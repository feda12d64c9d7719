/** What `npm run check` looks at, each step by itself, so that one run names everything that is wrong. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiExampleFaults } from './api-examples.ts'
import { dependencyFaults } from './dependencies.ts'
import { closedDoors, cycles } from './features.ts'
import { generatedFiles } from './generated-files.ts'
import { readSources, wrongArrows } from './imports.ts'
import { unprovenIndexes } from './index-bounds.ts'
import { readIfThere, root } from './repository.ts'
import { bareSleeps } from './sleeps.ts'
import { oldWords, retiredWords } from './words.ts'

/** Undefined when all is well, else what is not, for a person. */
export type Step = { name: string; run: () => string | undefined | Promise<string | undefined> }

export const steps: readonly Step[] = [
  { name: 'format and lint', run: () => program('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']) },
  {
    name: 'types',
    run: () =>
      typeFaults(
        '.',
        'reputation/domain',
        'compute/domain',
        'sdks/typescript',
        'reputation/admin',
        'compute/dashboard',
        'compute/sandbox',
      ),
  },
  { name: 'import arrows', run: () => wrongArrows(readSources()).join('\n') || undefined },
  {
    name: 'rooms and doors',
    run: () => [...closedDoors(readSources()), ...cycles(readSources())].join('\n') || undefined,
  },
  { name: 'index bounds', run: () => unprovenIndexes(readSources()).join('\n') || undefined },
  { name: 'retired words', run: () => oldWords(readSources(), retiredWords(glossary())).join('\n') || undefined },
  { name: 'sleeps in tests', run: () => bareSleeps(readSources()).join('\n') || undefined },
  { name: 'dependencies', run: () => dependencyFaults(readSources()).join('\n') || undefined },
  { name: 'API examples', run: async () => (await apiExampleFaults()).join('\n') || undefined },
  { name: 'generated files', run: outdatedFiles },
]

const glossary = (): string => readFileSync(join(root, 'docs/glossary.md'), 'utf8')

/** The domains and the client are compiled once more by themselves, without the types of Node; pages, with those of a browser. */
const typeFaults = (...projects: string[]): string | undefined =>
  projects
    .flatMap((path) => program('typescript/bin/tsc', ['--project', path, '--pretty', 'false']) ?? [])
    .join('\n') || undefined

function program(path: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? undefined : [error?.message, stdout, stderr].filter(Boolean).join('\n').trim()
}

async function outdatedFiles(): Promise<string | undefined> {
  const outdated: string[] = []
  for (const { file, make } of generatedFiles) {
    if (readIfThere(join(root, file)) !== (await make())) outdated.push(`${file} is out of date: npm run gen`)
  }
  return outdated.join('\n') || undefined
}
