/** The lock of a folder, for test files that take turns at making what all of them use. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FolderInUse, type FolderLock, lockFolder } from '@service/foundation/database/folder-lock.ts'

const longestWaitMs = 50_000

export async function waitForFolder(folder: string): Promise<FolderLock> {
  for (const until = Date.now() + longestWaitMs; ; await sleep(20)) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > until) throw error
    }
  }
}
