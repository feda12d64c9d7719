/** The programs that `deploy/testing/build` makes. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../repository.ts'

const folder = spawnSync(join(root, 'deploy/testing/build'), ['--path'], { encoding: 'utf8' }).stdout.trim()

export const deployTool = (name: 'helm' | 'compose'): string => join(folder, name)

/** For `describe.runIf`. Continuous integration, run as root, has them; elsewhere it is said what is missing. */
export function hasDeployTools(): boolean {
  if (existsSync(folder)) return true
  const reason = 'Helm is not built: run deploy/testing/build, which takes a minute'
  if (process.env.CI === 'true' && process.getuid?.() === 0)
    throw new Error(`CI tests the folder deploy, and ${reason}.`)
  console.log(`Tests of the folder deploy are left out: ${reason}.`)
  return false
}
