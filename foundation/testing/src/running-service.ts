import type { Administration } from '@service/foundation/administration/administration.ts'
import { makeDisposer } from '@service/foundation/disposer.ts'
import type { SessionGuard } from '@service/foundation/http/admission.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import type { RuntimeContext } from '@service/foundation/program/base.ts'
import { type Accounts, accountsOf } from './accounts.ts'
import type { TestEnvironment } from './test-environment.ts'

export type RunOptions = {
  /** Go over those of the environment. */
  settings?: Record<string, string>
  /** Where it is to run; an environment that is given is not removed when the service stops. */
  environment?: TestEnvironment
  /** The time, unless it is to be the real one. */
  now?: () => Date
  /** `serve` unless given. */
  mode?: RuntimeContext['mode']
  /** For tests of signed-in people. */
  sessions?: SessionGuard
}

export type Running<Service> = Service & Accounts & { stop(): Promise<void> }

/** Opens a service in an environment, its own unless one is given, and takes away both when it is stopped. */
export async function openForTests<Service extends { administration: Administration; baseUrl: string }>(
  { environment: given, settings, sessions, mode = 'serve', now = () => new Date() }: RunOptions,
  newEnvironment: () => Promise<TestEnvironment>,
  open: (settings: Record<string, string>, context: RuntimeContext) => Promise<Service>,
): Promise<Running<Service>> {
  const environment = given ?? (await newEnvironment())
  const log = makeLogger({ level: 'silent', form: 'json' })
  const disposer = makeDisposer(log)
  if (!given) disposer.add('environment', () => environment.remove())
  const context: RuntimeContext = { mode, log, disposer, readiness: makeReadiness(), now }
  try {
    const service = await open({ ...environment.settings, ...settings }, { ...context, ...(sessions && { sessions }) })
    return { ...service, ...accountsOf(service.administration), stop: () => disposer.close() }
  } catch (error) {
    await disposer.close()
    throw error
  }
}
