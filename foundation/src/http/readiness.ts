/**
 * Whether this process can serve, as `/readyz` says to a load balancer and a person. Each feature adds a check with a
 * name; a check that is not ready says what is missing and why, and one that is may still note what is amiss.
 */
export type ReadinessCheck = () => CheckResult | Promise<CheckResult>
export type CheckResult = {
  ready: boolean
  note?: string
  /** Age in seconds of the oldest work that waits there; 0 where none does. */
  waiting?: number
}
export type ReadinessReport = { ready: boolean; checks: ({ name: string } & CheckResult)[] }

export interface Readiness {
  add(name: string, check: ReadinessCheck): void
  /** From now on it is not ready: this process is shutting down. */
  stop(): void
  readonly stopping: boolean
  report(): Promise<ReadinessReport>
}

/** A check that takes longer is not ready: a load balancer does not wait for it either. */
const checkTimeoutMs = 2_000

export function makeReadiness(): Readiness {
  const checks = new Map<string, ReadinessCheck>()
  let stopping = false
  let running: Promise<ReadinessReport> | undefined

  async function run(): Promise<ReadinessReport> {
    const results = await Promise.all([...checks].map(async ([name, check]) => ({ name, ...(await outcome(check)) })))
    return { ready: results.every(({ ready }) => ready), checks: results }
  }

  return {
    add: (name, check) => void checks.set(name, check),
    stop() {
      stopping = true
    },
    get stopping() {
      return stopping
    },
    async report() {
      if (stopping) return { ready: false, checks: [{ name: 'process', ready: false, note: 'is shutting down' }] }
      // Anybody may ask, so however many do at once, the checks run once.
      running ??= run().finally(() => (running = undefined))
      return running
    },
  }
}

async function outcome(check: ReadinessCheck): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve({ ready: false, note: 'does not respond' }), checkTimeoutMs)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return { ready: false, note: failureNote(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** Anybody may ask, so only a code is shown: the message of a lost connection names hosts, ports and accounts. */
function failureNote(error: unknown): string {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? `failed (${code})` : 'failed'
}
