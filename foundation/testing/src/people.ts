/** People who are signed in to a service of a test, without its sessions: what it does with a principal that is a person. */
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
        session: { id: `ses_${signedIn.size}`, isFresh: true },
      })
      return { userId: id, headers: { [header]: id } }
    },
  }
}

export type Caller<T> = {
  userId: string
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
}

/** A new person of the company, whose requests go to this service. */
export async function signInTo<T>(
  service: { baseUrl: string; administration: Administration },
  sessions: TestSessions,
  companyId: string,
  role: string,
): Promise<Caller<T>> {
  const { userId, headers } = await sessions.signIn(service.administration, companyId, role)
  return {
    userId,
    async call(method, path, body) {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
    },
  }
}
