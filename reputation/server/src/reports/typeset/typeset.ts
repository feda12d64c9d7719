import { existsSync } from 'node:fs'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import type { ReportDocument } from '../model/report-document.ts'

/** The document as PDF. */
export type Typeset = (document: ReportDocument) => Promise<Uint8Array>

const task = threadTask<typeof import('./typeset.task.ts')>(new URL('./typeset.task.ts', import.meta.url))

/** Where Linux keeps fonts. */
const systemFonts = '/usr/share/fonts'

export const makeTypeset =
  ({ thread, fonts = systemFonts }: { thread: WorkerThread; fonts?: string | undefined }): Typeset =>
  (document) =>
    thread.run(task, { document, ...(existsSync(fonts) && { furtherFonts: fonts }) })
