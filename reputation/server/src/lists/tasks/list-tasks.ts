/**
 * The heavy computing of the lists, apart from the thread that answers requests. Each task has a thread of its own,
 * which ends with it and gives back all the memory it took.
 */
import type { InputOf, ResultOf, ThreadTask } from '@service/foundation/threads/thread-task.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { ListRefused } from '../model/refusal.ts'
import type { CompiledIndex } from './compile-index.task.ts'
import type { FilesToRead, ReadList } from './read-list.ts'

export interface ListTasks {
  /** Throws `ListRefused`. */
  read(files: FilesToRead): Promise<ReadList>
  /** Takes the stored content of one version of each list. */
  compile(contents: readonly Uint8Array[]): Promise<CompiledIndex>
  /** Ends what is running; its callers see a rejection unless it ends by itself within seconds. */
  close(): Promise<void>
}

const readTask = threadTask<typeof import('./read-list.task.ts')>(new URL('./read-list.task.ts', import.meta.url))
const compileTask = threadTask<typeof import('./compile-index.task.ts')>(
  new URL('./compile-index.task.ts', import.meta.url),
)

/** A list takes a second or two and some 300 MB; what takes this much is a hostile or broken file. */
const limits = { timeoutMs: 300_000, memoryMb: 1_024, closeMs: 5_000 }

export function makeListTasks(): ListTasks {
  const running = new Set<WorkerThread>()

  async function run<Module>(task: ThreadTask<Module>, input: InputOf<Module>): Promise<ResultOf<Module>> {
    const thread = new WorkerThread({ name: 'a list', ...limits })
    running.add(thread)
    try {
      return await thread.run(task, input)
    } finally {
      running.delete(thread)
      await thread.close()
    }
  }

  return {
    async read(files) {
      const outcome = await run(readTask, files)
      if (outcome.kind === 'refused') throw new ListRefused(outcome.code, outcome.message)
      return outcome.list
    },
    compile: (contents) => run(compileTask, contents),
    async close() {
      await Promise.all([...running].map((thread) => thread.close()))
    },
  }
}
