import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['foundation/src/test-database/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Most of a file's time is waiting (for a disk, a process, a deadline), so a core left idle is a core wasted.
    maxWorkers: '100%',
  },
})
