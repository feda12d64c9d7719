/** Fetches images. Callers that want the same at the same time share a pull, which ends early when none is left. */
import type { OrderedLogin } from '../engine.ts'
import { parseImageReference } from '../image-reference.ts'
import { type EngineClient, silence } from './client.ts'
import { pullFault } from './faults.ts'
import { fieldsOf } from './response-fields.ts'
import { jsonLines } from './streams.ts'

type Pull = { done: Promise<void>; stop: AbortController; waiting: number }

/** A registry that is slow to begin; the control plane's own limit is for the whole. */
const beginMs = 120_000
/** Engines tell of progress every second or so. */
const idleMs = 300_000

/** Does what is to be done under a name, once for all who ask for that name meanwhile. */
export type SharePull = (
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>

export function makeSharePull(): SharePull {
  const pulls = new Map<string, Pull>()

  function begin(name: string, work: Parameters<SharePull>[1]): Pull {
    const stop = new AbortController()
    const done = work(stop.signal).finally(() => pulls.delete(name))
    done.catch(() => {}) // those who wait get the error
    const begun = { done, stop, waiting: 0 }
    pulls.set(name, begun)
    return begun
  }

  return async (name, work, signal) => {
    const shared = pulls.get(name) ?? begin(name, work)
    shared.waiting++
    try {
      await until(shared.done, signal)
    } finally {
      if (--shared.waiting === 0) {
        if (pulls.get(name) === shared) pulls.delete(name)
        shared.stop.abort()
      }
    }
  }
}

/** A pull that fails may say so in the last line of a response that began with 200. */
export async function pull(
  client: EngineClient,
  image: string,
  login: OrderedLogin | null,
  signal: AbortSignal,
): Promise<void> {
  const opened = await client.open({
    method: 'POST',
    path: '/images/create',
    query: { fromImage: image },
    ...(login && { headers: { 'x-registry-auth': authOf(image, login) } }),
    signal,
    limitMs: beginMs,
    idleMs,
  })
  if ('status' in opened) throw pullFault(opened.message)
  for await (const line of jsonLines(opened)) {
    const complaint = fieldsOf(line).textIfAny('error')
    if (complaint) throw pullFault(complaint)
  }
}

/** As Docker and Podman read it: JSON in base64 for addresses, which Podman takes only with its padding. */
function authOf(image: string, { username, password }: OrderedLogin): string {
  const { registry } = parseImageReference(image)
  // Docker Hub has this name where credentials are concerned.
  const serveraddress = registry === 'docker.io' ? 'https://index.docker.io/v1/' : registry
  const encoded = Buffer.from(JSON.stringify({ username, password, serveraddress })).toString('base64')
  return encoded.replaceAll('+', '-').replaceAll('/', '_')
}

function until(done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(silence(signal.reason))
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    done.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
