/** What the processes whose services are measured have in common. */
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import { makeDisposer } from '@service/foundation/disposer.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import type { RuntimeContext } from '@service/foundation/program/base.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'

/** As `npm run serve` has it. Logs at the default level, because a line a request is part of its cost, but to nowhere. */
export function measuredContext(): RuntimeContext {
  const log = makeLogger({ level: 'info', form: 'json', to: { write: () => {} } })
  const disposer = makeDisposer(log)
  return { mode: 'serve', log, disposer, readiness: makeReadiness(), now: () => new Date() }
}

/** The secret of a key whose limits are never reached; of all scopes that read where none are named. */
export async function newBenchmarkKey(
  { createCompany, createUser, createKey }: Pick<AdministrationFace, 'createCompany' | 'createUser' | 'createKey'>,
  scopes?: readonly string[],
): Promise<string> {
  const limits = { requestsPerMinute: 1_000_000, monthlyQuota: 2_000_000_000 }
  const { id: companyId } = await createCompany(by, { slug: `bench-${Date.now()}`, name: 'Benchmark', ...limits })
  const user = await createUser(by, { companyId, email: 'bench@example.com', name: 'Benchmark' })
  const key = { companyId, createdBy: user.id, name: 'Benchmark', ...(scopes && { scopes }) }
  return (await createKey(by, key)).secret
}
