/** The lock of a folder, for test files that would all create what they share: one does, the others wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FolderInUse, type FolderLock, lockFolder } from '@service/foundation/database/folder-lock.ts'

export async function waitForFolder(folder: string, maxWaitMs = 50_000): Promise<FolderLock> {
  for (const until = Date.now() + maxWaitMs; ; await sleep(20)) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > until) throw error
    }
  }
}
