/** One request that succeeds for each operation for people, which both services have. */
import { givePassword, newPerson } from './signed-in.ts'
import type { OperationExample, Owner, WalkedService } from './walk-operations.ts'

const password = 'seven quiet foxes at dawn'

/** The first of them gets this address, others addresses of their own. */
const email = 'grace@example.com'

export const peopleExamples: Record<string, OperationExample<WalkedService>> = {
  signIn: { path: withPassword, body: { email, password } },
  signOut: {},
  getSession: { person: grace },
}

async function withPassword(service: WalkedService, owner: Owner): Promise<Record<string, string>> {
  await givePassword(service, await grace(service, owner), password)
  return {}
}

async function grace(service: WalkedService, { companyId }: Owner): Promise<Owner> {
  const by = { actor: 'system', requestId: null } as const
  const known = (await service.administration.listUsers(by, companyId)).find((user) => user.email === email)
  return known ? { companyId, userId: known.id } : newPerson(service, companyId, { role: 'viewer', email })
}
