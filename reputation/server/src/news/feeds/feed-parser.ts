/**
 * Parses feeds, and reads pages, in a thread of their own, one after the other, so that a feed made to take long, or to fill the memory,
 * costs that thread and not the service. The thread starts with the first feed and ends when idle.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ParserResponse, ToParser } from './feed-parser.worker.ts'
import type { FeedDocument } from './parse/parse-feed.ts'
import { FeedRefused, feedLimits, type ParsedFeed } from './parse/parsed-feed.ts'

export interface FeedParser {
  /** Throws `FeedRefused`. */
  parse(document: FeedDocument): Promise<ParsedFeed>
  /** The text of the article on a page; undefined where there is none, or the page takes too long. */
  readPage(document: FeedDocument): Promise<string | undefined>
  close(): Promise<void>
}

const defaults: { timeoutMs: number; memoryMb: number; idleMs: number } = {
  timeoutMs: feedLimits.parseMs,
  memoryMb: 512,
  idleMs: 60_000,
}

export function makeFeedParser(options: Partial<typeof defaults> = {}): FeedParser {
  const { timeoutMs, memoryMb, idleMs } = { ...defaults, ...options }
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  function start(): Worker {
    const started = new Worker(new URL('./feed-parser.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    started.on('error', () => undefined) // told to whoever waits; without waiters there is nobody to tell
    return started
  }

  /** Behind what it is at: breaking a thread off amid its compiling has been seen to take the process with it. */
  async function end(): Promise<void> {
    const ending = worker
    worker = undefined
    if (!ending) return
    ending.ref()
    const ended = once(ending, 'exit').catch(() => undefined)
    ending.postMessage('close' satisfies ToParser)
    const hangs = setTimeout(() => void ending.terminate(), timeoutMs)
    await ended
    clearTimeout(hangs)
  }

  /** What does not answer hears nothing either. */
  async function breakOff(): Promise<void> {
    const broken = worker
    worker = undefined
    await broken?.terminate()
  }

  async function answerTo(request: Exclude<ToParser, 'close'>): Promise<ParserResponse | 'no answer'> {
    if (closed) throw new Error('the feed parser is closed')
    clearTimeout(idle)
    worker ??= start()
    const answer = await ask(worker, request, timeoutMs)
    if (answer === 'no answer') await breakOff()
    else idle = setTimeout(() => void end(), idleMs).unref()
    return answer
  }

  function inTurn(request: Exclude<ToParser, 'close'>): Promise<ParserResponse | 'no answer'> {
    const answered = queue.then(() => answerTo(request))
    queue = answered.catch(() => undefined)
    return answered
  }

  async function parse(document: FeedDocument): Promise<ParsedFeed> {
    const answer = await inTurn({ kind: 'feed', document })
    if (answer === 'no answer') {
      throw new FeedRefused(
        'too-costly',
        `The document takes more than ${timeoutMs / 1_000} s or ${memoryMb} MB to read.`,
      )
    }
    if (answer.kind === 'parsed') return answer.feed
    if (answer.kind === 'refused') throw new FeedRefused(answer.code, answer.message)
    throw answer.kind === 'failed' ? answer.error : new Error('The thread has mistaken a feed for a page.')
  }

  async function readPage(document: FeedDocument): Promise<string | undefined> {
    const answer = await inTurn({ kind: 'page', document })
    return answer !== 'no answer' && answer.kind === 'read' ? answer.text : undefined
  }

  return {
    parse,
    readPage,
    async close() {
      closed = true
      clearTimeout(idle)
      await end()
    },
  }
}

/** "No answer" of a thread that is silent for too long, runs out of memory or dies. */
function ask(worker: Worker, request: ToParser, timeoutMs: number): Promise<ParserResponse | 'no answer'> {
  return new Promise((resolve) => {
    const settle = (answer: ParserResponse | 'no answer'): void => {
      clearTimeout(timer)
      worker.off('message', settle).off('error', fail).off('exit', fail)
      worker.unref()
      resolve(answer)
    }
    const fail = (): void => settle('no answer')
    const timer = setTimeout(fail, timeoutMs)
    worker.ref()
    worker.on('message', settle).on('error', fail).on('exit', fail)
    worker.postMessage(request)
  })
}
