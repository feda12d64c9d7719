/** Fetches images. Callers that want the same one at the same time share a pull, which ends early when none is left. */

import { type EngineClient, silence } from './client.ts'
import { pullFault } from './faults.ts'
import { ResponseFields } from './response-fields.ts'
import { jsonLines } from './streams.ts'

type Pull = { done: Promise<void>; stop: AbortController; waiting: number }

/** A registry that is slow to begin; the control plane's own limit is for the whole. */
const beginMs = 120_000
/** Engines tell of progress every second or so. */
const idleMs = 300_000

export function makePuller(client: EngineClient): (image: string, signal: AbortSignal) => Promise<void> {
  const pulls = new Map<string, Pull>()

  function begin(image: string): Pull {
    const stop = new AbortController()
    const done = pull(client, image, stop.signal).finally(() => pulls.delete(image))
    done.catch(() => {}) // those who wait get the error
    const begun = { done, stop, waiting: 0 }
    pulls.set(image, begun)
    return begun
  }

  return async (image, signal) => {
    const shared = pulls.get(image) ?? begin(image)
    shared.waiting++
    try {
      await until(shared.done, signal)
    } finally {
      if (--shared.waiting === 0) {
        if (pulls.get(image) === shared) pulls.delete(image)
        shared.stop.abort()
      }
    }
  }
}

/** A pull that fails may say so in the last line of a response that began with 200. */
async function pull(client: EngineClient, image: string, signal: AbortSignal): Promise<void> {
  const opened = await client.open({
    method: 'POST',
    path: '/images/create',
    query: { fromImage: image },
    signal,
    limitMs: beginMs,
    idleMs,
  })
  if ('status' in opened) throw pullFault(opened.message)
  for await (const line of jsonLines(opened)) {
    const complaint = new ResponseFields(line).textIfAny('error')
    if (complaint) throw pullFault(complaint)
  }
}

function until(done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(silence(signal.reason))
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    done.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
