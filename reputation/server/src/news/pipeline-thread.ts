/**
 * The thread in which articles are analysed and figures computed, so that requests do not wait for either. It starts with
 * the first task, works on one after the other except while it waits for a provider of sentiment, and is started again if
 * it dies.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DaySums } from '@service/reputation-domain/score/day-sums.ts'
import type { FiguresInput } from './figures/compute-figures.ts'
import type { Figures } from './model/figures.ts'
import type { SentimentSettings } from './model/sentiment-settings.ts'
import type { StoredArticle } from './model/stored-article.ts'
import type { StoredMention } from './model/stored-mention.ts'
import type { StoredSubject } from './model/stored-subject.ts'
import type { AskedAbout } from './visibility/read-completions.ts'

export interface PipelineThread {
  analyse(articles: readonly StoredArticle[], subjects: SubjectSet): Promise<StoredMention[]>
  subjectDays(mentions: MentionSlices, fromDay: number): Promise<DaySums[]>
  /** Without `asked`, there are no answers of language models. */
  figures(mentions: MentionSlices, input: FiguresInput, asked?: AskedAbout): Promise<Figures>
  close(): Promise<void>
}

/** Told apart by its key, so that a set that the thread knows is not sent again. */
export type SubjectSet = { key: string; subjects: readonly StoredSubject[] }

/** Sent on slice by slice, so that no single one holds up the service. */
export type MentionSlices = AsyncIterable<readonly StoredMention[]>

export type Task =
  | { kind: 'analyse'; articles: readonly StoredArticle[]; key: string }
  | { kind: 'subject-days'; fromDay: number }
  | { kind: 'figures'; input: FiguresInput; asked: AskedAbout | undefined }

export type ToThread =
  | { kind: 'subjects'; set: SubjectSet }
  /** For the task of the same id. */
  | { kind: 'mentions'; id: number; mentions: readonly StoredMention[] }
  | { kind: 'task'; id: number; task: Task }
  /** Ends the thread behind what it has been told before. */
  | { kind: 'close' }

export type FromThread = { id: number; result: unknown } | { id: number; error: unknown }

/** Far longer than any task takes. */
const longestEndMs = 20_000

type Waiting = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

export type ThreadSettings = { sentiment: SentimentSettings }

export function startPipelineThread(settings: ThreadSettings = { sentiment: { kind: 'own' } }): PipelineThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let knownKey: string | undefined
  let lastId = 0
  let closed = false

  function thread(): Worker {
    if (closed) throw new Error('The pipeline is closed.')
    if (worker) return worker
    const started = new Worker(new URL('./pipeline.worker.ts', import.meta.url), { workerData: settings })
    worker = started
    knownKey = undefined
    started.on('message', (message: FromThread) => {
      const { resolve, reject } = waiting.get(message.id)!
      waiting.delete(message.id)
      if ('error' in message) reject(message.error)
      else resolve(message.result)
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The thread of the pipeline has ended.')))
    return started
  }

  function fail(failed: Worker, error: unknown): void {
    if (worker !== failed) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const post = (message: ToThread) => thread().postMessage(message)

  function run<Result>(id: number, task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
      try {
        post({ kind: 'task', id, task })
      } catch (error) {
        waiting.delete(id)
        reject(error)
      }
    })
  }

  async function runOn<Result>(mentions: MentionSlices, task: Task): Promise<Result> {
    const id = ++lastId
    const before = thread()
    for await (const slice of mentions) post({ kind: 'mentions', id, mentions: slice })
    if (thread() !== before) throw new Error('The thread of the pipeline has ended while it was told the mentions.')
    return run(id, task)
  }

  return {
    async analyse(articles, set) {
      thread()
      if (set.key !== knownKey) post({ kind: 'subjects', set })
      knownKey = set.key
      return run(++lastId, { kind: 'analyse', articles, key: set.key })
    },
    subjectDays: (mentions, fromDay) => runOn(mentions, { kind: 'subject-days', fromDay }),
    figures: (mentions, input, asked) => runOn(mentions, { kind: 'figures', input, asked }),
    async close() {
      closed = true
      if (!worker) return
      const ending = worker
      const ended = once(ending, 'exit')
      ending.postMessage({ kind: 'close' } satisfies ToThread)
      // Breaking a thread off amid its compiling has been seen to take the process with it: only what hangs is broken off.
      const hangs = setTimeout(() => void ending.terminate(), longestEndMs)
      await ended
      clearTimeout(hangs)
    },
  }
}
