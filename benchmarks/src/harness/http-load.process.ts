/**
 * Load from a process of its own: keeps a number of connections busy for a while, then reports to the parent how many requests
 * completed, how fast, and how many otherwise than with 200. It speaks just enough HTTP for that, because a real
 * client would take more of the machine than what it measures.
 */
import { connect } from 'node:net'
import { percentile } from './intervals.ts'

/**
 * `requests` are whole HTTP requests as they are sent, one after the other, and again from the first until the time is over.
 * Without `seconds` each is sent once.
 */
export type Load = { baseUrl: string; requests: string[]; connections: number; seconds?: number }
export type LoadResult = {
  perSecond: number
  completed: number
  failed: number
  /** How many responses had each status. */
  statuses: Record<string, number>
  p50Ms: number
  p99Ms: number
}

process.on('message', (load: Load) => void run(load).then((result) => process.send?.(result)))
process.once('disconnect', () => process.exit(0))

async function run({ baseUrl, connections, seconds, ...load }: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(baseUrl)
  const requests = load.requests.map((request) => Buffer.from(request))
  const timesMs: number[] = []
  let next = 0
  const statuses: Record<string, number> = {}
  const begun = performance.now()
  const isOver = (nowMs: number) => (seconds === undefined ? next >= requests.length : nowMs >= begun + seconds * 1_000)

  const keepBusy = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let sent = 0
      const ask = () => {
        sent = performance.now()
        if (isOver(sent)) {
          socket.end()
          resolve()
        } else socket.write(requests[next++ % requests.length]!)
      }
      const heard = responseReader((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === '200') timesMs.push(performance.now() - sent)
        ask()
      })
      socket.setNoDelay().on('connect', ask).on('data', heard).on('error', reject)
    })
  await Promise.all(Array.from({ length: connections }, keepBusy))
  return {
    perSecond: (timesMs.length * 1_000) / (performance.now() - begun),
    completed: timesMs.length,
    failed: Object.values(statuses).reduce((sum, count) => sum + count, 0) - timesMs.length,
    statuses,
    p50Ms: percentile(timesMs, 50),
    p99Ms: percentile(timesMs, 99),
  }
}

/** Calls back for each whole response; all of the service's responses give their length. */
function responseReader(onResponse: (status: string) => void): (chunk: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  let missing = 0
  let status = ''
  return (chunk) => {
    if (missing > 0) missing -= chunk.length
    else {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const headEnd = held.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = held.toString('latin1', 0, headEnd)
      status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
      missing = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]) - held.length
      held = Buffer.alloc(0)
    }
    if (missing === 0) onResponse(status)
  }
}
