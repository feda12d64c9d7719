/** Tries every command and query of a table of rules as an operator, and as people with and without what it needs. */
import { guarded, type Rules } from '@service/foundation/administration/administration.ts'
import type { Principal } from '@service/foundation/identity/model/principal.ts'
import { expect, test } from 'vitest'
import { byTester } from './acts.ts'

/** The company of the people who try. */
export const ownCompany = 'cmp_own'
/** The user whom the people who try are. */
export const ownUser = 'usr_own'

/** What a call needs of the people of `ownCompany`, which its arguments name: a permission, nothing, or it is not theirs. */
export type NeededBy<Acts> = {
  readonly [Name in keyof Acts]: readonly [needs: string | 'nothing' | 'operator', ...given: unknown[]]
}

const aPerson = (companyId: string, permissions: readonly string[]): Principal & { requestId: null } => ({
  actor: { kind: 'user', id: ownUser },
  companyId,
  permissions: new Set(permissions),
  limits: { requestsPerMinute: 1, monthlyQuota: 1 },
  requestId: null,
  session: { id: 'ses_own', isFresh: true },
})

export function testRules<Acts>(rules: Rules<Acts>, everything: readonly string[], table: NeededBy<Acts>): void {
  type Tried = (by: unknown, ...given: readonly unknown[]) => Promise<unknown>
  const stubs = Object.fromEntries(Object.keys(rules).map((name) => [name, async () => 'done']))
  const acts = guarded(stubs, rules as Rules<Record<string, () => Promise<string>>>) as Record<string, Tried>
  const outcome = (act: Tried, by: unknown, given: readonly unknown[]) =>
    act(by, ...given).catch((problem: { code: string }) => problem.code)

  test('the table has every command and query', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(rules).sort())
  })

  test.each(Object.entries<readonly unknown[]>(table))(
    '%s is allowed only with its permission and in the own company',
    async (name, [needs, ...given]) => {
      const act = acts[name]!
      expect(await outcome(act, byTester, given)).toBe('done')
      const all = aPerson(ownCompany, everything)
      const without = aPerson(
        ownCompany,
        everything.filter((permission) => permission !== needs),
      )
      const stranger = aPerson('cmp_other', everything)
      expect(await outcome(act, all, given)).toBe(needs === 'operator' ? 'forbidden' : 'done')
      expect(await outcome(act, without, given)).toBe(needs === 'nothing' ? 'done' : 'forbidden')
      expect(await outcome(act, stranger, given)).toBe(needs === 'operator' ? 'forbidden' : 'not-found')
      const key = { ...without, actor: { kind: 'key', id: 'key_own' } }
      expect(await outcome(act, key, given), 'a key without the scope').toBe('forbidden')
    },
  )
}
