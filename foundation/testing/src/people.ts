/** People who are signed in to a service of a test, which has no sessions of its own yet. */
import type { Administration } from '@service/foundation/administration/administration.ts'
import type { SessionGuard } from '@service/foundation/http/admission.ts'
import type { Principal } from '@service/foundation/identity/model/principal.ts'
import { byTester } from './acts.ts'

const header = 'x-test-session'

export type TestSessions = SessionGuard & {
  /** A new person of the company, and the headers of their requests. */
  signIn(
    administration: Administration,
    companyId: string,
    role: string,
  ): Promise<{ userId: string; headers: Record<string, string> }>
}

export function makeTestSessions(): TestSessions {
  const signedIn = new Map<string, Principal>()
  return {
    authenticate: async ({ headers }) => signedIn.get(String(headers[header])),
    async signIn({ createUser, access }, companyId, role) {
      const email = `${role}-${signedIn.size}@people.example`
      const { id } = await createUser(byTester, { companyId, email, name: 'A. Person', role })
      signedIn.set(id, {
        actor: { kind: 'user', id },
        companyId,
        permissions: access.permissionsOf(role),
        limits: { requestsPerMinute: 1_000, monthlyQuota: 1_000 },
      })
      return { userId: id, headers: { [header]: id } }
    },
  }
}
