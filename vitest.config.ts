import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const quick = process.env.TEST_QUICK === 'true'

/** What `npm test -- --quick` leaves out: containers, kills, programs that are started whole, several processes. */
const slow = [
  '**/on-{docker,podman}.test.ts',
  '**/containers.test.ts',
  '**/*crash.test.ts',
  '**/*processes.test.ts',
  '**/{main,run,admin}.test.ts',
]

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(quick ? slow : [])],
    globalSetup: ['foundation/testing/src/database/global-setup.ts'],
    // Room for a busy machine, which takes ten times as long; `tools/stuck-tests.ts` names a hang within half a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // About half of a file's time is waiting (for a disk, a process, a deadline), so a core can take two of them.
    maxWorkers: 2 * availableParallelism(),
  },
})
