/** Once per test run: finds PostgreSQL, reserves a folder for the databases of the run, and removes all at the end. */
import type { TestProject } from 'vitest/node'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { makeClusterFolder, stopCluster } from './postgres-cluster.ts'

/** What every test file gets. */
export type TestDatabases = { folder: string; binaries: string | undefined; quick: boolean }

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: TestDatabases
  }
}

export default function setup(project: TestProject): () => Promise<void> {
  const binaries = findPostgresBinaries(process.env)
  if (!binaries) {
    if (process.env.CI === 'true') throw new Error('CI tests on both engines, and no PostgreSQL binaries were found.')
    console.log('No PostgreSQL binaries found: database tests run on the embedded engine alone.')
  }
  const folder = makeClusterFolder(process.pid)
  project.provide('testDatabases', { folder, binaries, quick: process.env.TEST_QUICK === 'true' })
  return () => stopCluster(folder)
}
