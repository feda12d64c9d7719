/**
 * The heavy computing of the lists, apart from the thread that answers requests. Each task has a thread of its own,
 * which ends with it and gives back all the memory it took.
 */
import { Worker } from 'node:worker_threads'
import { ListRefused } from '../model/refusal.ts'
import type { CompiledIndex } from './compile-index.worker.ts'
import type { FilesToRead, ReadList } from './read-list.ts'
import type { ReadOutcome } from './read-list.worker.ts'

export interface ListTasks {
  /** Throws `ListRefused`. */
  read(files: FilesToRead): Promise<ReadList>
  /** Takes the stored content of one version of each list. */
  compile(contents: readonly Uint8Array[]): Promise<CompiledIndex>
  /** Ends what is running; its callers see a rejection. */
  close(): Promise<void>
}

/** A list takes a second or two and some 300 MB; what takes this much is a hostile or broken file. */
const taskTimeoutMs = 300_000
const maxHeapMb = 1_024

export function makeListTasks(): ListTasks {
  const running = new Set<Worker>()

  async function run<T>(module: string, input: unknown): Promise<T> {
    const worker = new Worker(new URL(module, import.meta.url), {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    running.add(worker)
    const late = setTimeout(() => void worker.terminate(), taskTimeoutMs)
    try {
      return await new Promise<T>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error(`${module} ended without a result`)))
      })
    } finally {
      clearTimeout(late)
      running.delete(worker)
      await worker.terminate()
    }
  }

  return {
    async read(files) {
      const outcome = await run<ReadOutcome>('./read-list.worker.ts', files)
      if (outcome.kind === 'refused') throw new ListRefused(outcome.code, outcome.message)
      return outcome.list
    },
    compile: (contents) => run<CompiledIndex>('./compile-index.worker.ts', contents),
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}
