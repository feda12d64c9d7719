import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Recording the examples of the API documents runs the one file for it, on one engine.
const quick = process.env.TEST_QUICK === 'true' && process.env.RECORD_EXAMPLES !== 'true'

/**
 * What `npm test -- --quick` leaves out: containers, kills, programs that are started whole, several processes, whole
 * lists, other languages, clients, the command line, the image and the chart, pages in a browser, features over HTTP but for
 * the contract's, every operation with its worst bodies, and what has to wait for a retry, a silence or a limit.
 */
const slow = [
  '**/{on-docker,on-podman,containers,two-container-hosts,kubernetes-hubs,real-pods,lost-clusters}.test.ts',
  '**/*{crash,processes}.test.ts',
  '**/{run,quick-starts,embedded,embedded-engine,typeset,lists-real,container-image,compose,chart,monitoring,clients,lint,receiver-examples}.test.ts',
  '**/{deliver,metered-deployments,refresh-list,pipeline,webhook-administration,copies,admin-socket,lost-hubs,hostile-requests,limits,control-plane,lists,fair-shares,sample,judge,score-bound,change-of-provider}.test.ts',
  '{sdks,cli/test,reputation/admin/test,compute/dashboard/test,compute/sandbox/test}/**',
  '{reputation,compute}/server/test/!(screening.test|alerts.test|reputation.test|sentiment.test|deployments.test|hubs.test|carbon.test).ts',
]

/** Long files begin first, lest one core waits for them in the end. Else their size tells, which is wrong for these. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/(?:conformance|on-podman)\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(quick ? slow : [])],
    globalSetup: ['foundation/testing/src/database/global-setup.ts'],
    // Room for a busy machine, which takes ten times as long; `tools/stuck-tests.ts` names a hang within half a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    retry: process.env.CI === 'true' ? 1 : 0, // `tools/second-attempts.ts` names those that needed it
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    sequence: { sequencer: LongFilesFirst },
    isolate: !quick, // a worker takes one file after the other, which saves starting it
    // About half of a file's time is waiting (for a disk, a process, a deadline), so a core can take two of them.
    maxWorkers: 2 * availableParallelism(),
  },
})
