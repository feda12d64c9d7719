/**
 * Whether this process can serve, as `/readyz` says to a load balancer and a person. Each feature adds a check with a
 * name; a check that is not ready says what is missing and why, and one that is may still note what is amiss.
 *
 * A **capability** is a part of the service that can be there without the others. It names the checks that it alone needs;
 * every other check is needed by all. The process is ready while one of its capabilities is.
 */
export type ReadinessCheck = () => CheckResult | Promise<CheckResult>
export type CheckResult = {
  ready: boolean
  note?: string
  /** Age in seconds of the oldest work that waits there; 0 where none does. */
  waiting?: number
}
export type NamedCheck = { name: string } & CheckResult
/** `missing` are the checks that keep it from being ready. */
export type Capability = { name: string; ready: boolean; missing: readonly NamedCheck[] }
export type ReadinessReport = { ready: boolean; checks: NamedCheck[]; capabilities: Capability[] }

export interface Readiness {
  add(name: string, check: ReadinessCheck): void
  /** `needs` are names of checks. */
  offer(capability: string, needs?: readonly string[]): void
  /** From now on it is not ready: this process is shutting down. */
  stop(): void
  readonly stopping: boolean
  report(): Promise<ReadinessReport>
}

/** A check that takes longer is not ready: a load balancer does not wait for it either. */
const checkTimeoutMs = 2_000

export function makeReadiness(): Readiness {
  const checks = new Map<string, ReadinessCheck>()
  const offered = new Map<string, readonly string[]>()
  let stopping = false
  let running: Promise<ReadinessReport> | undefined

  async function run(): Promise<ReadinessReport> {
    const results = await Promise.all([...checks].map(async ([name, check]) => ({ name, ...(await outcome(check)) })))
    const missing = results.filter(({ ready }) => !ready)
    const special = new Set([...offered.values()].flat())
    const neededByAll = missing.filter(({ name }) => !special.has(name))
    const capabilities = [...offered].map(([name, needs]) => {
      const missingHere = missing.filter((check) => !special.has(check.name) || needs.includes(check.name))
      return { name, ready: missingHere.length === 0, missing: missingHere }
    })
    const canDoSomething = capabilities.length === 0 || capabilities.some(({ ready }) => ready)
    return { ready: neededByAll.length === 0 && canDoSomething, checks: results, capabilities }
  }

  function stopped(): ReadinessReport {
    const check = { name: 'process', ready: false, note: 'is shutting down' }
    const capabilities = [...offered.keys()].map((name) => ({ name, ready: false, missing: [check] }))
    return { ready: false, checks: [check], capabilities }
  }

  return {
    add: (name, check) => void checks.set(name, check),
    offer: (capability, needs = []) => void offered.set(capability, needs),
    stop() {
      stopping = true
    },
    get stopping() {
      return stopping
    },
    async report() {
      if (stopping) return stopped()
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
