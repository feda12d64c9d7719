import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['foundation/testing/src/database/global-setup.ts'],
    // For hangs alone: nothing here is proven by being fast, and a busy machine takes ten times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // About half of a file's time is waiting (for a disk, a process, a deadline), so a core can take two of them.
    maxWorkers: 2 * availableParallelism(),
  },
})
