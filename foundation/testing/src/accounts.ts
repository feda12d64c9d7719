import type { Administration } from '@service/foundation/administration/administration.ts'
import { byTester as by } from './acts.ts'

/** Companies and keys for the tests of a service. */
export type Accounts = {
  /** A new company of its own with one user; ids. */
  newCompany(): Promise<{ companyId: string; userId: string }>
  newKey(
    owner: { companyId: string; userId: string },
    options?: { scopes?: readonly string[]; expiresAt?: Date },
  ): Promise<{ keyId: string; secret: string }>
}

export function accountsOf(administration: Administration): Accounts {
  // A service that is started again must not name its companies as it did before.
  let count = Date.now()
  return {
    async newCompany() {
      count += 1
      const company = await administration.createCompany(by, {
        slug: `company-${count}`,
        name: `Company ${count}`,
        requestsPerMinute: 10_000,
      })
      const user = await administration.createUser(by, {
        companyId: company.id,
        email: `user-${count}@example.com`,
        name: 'A. User',
      })
      return { companyId: company.id, userId: user.id }
    },
    async newKey({ companyId, userId }, options = {}) {
      const { key, secret } = await administration.createKey(by, {
        companyId,
        createdBy: userId,
        name: 'Test',
        ...options,
      })
      return { keyId: key.id, secret }
    },
  }
}
