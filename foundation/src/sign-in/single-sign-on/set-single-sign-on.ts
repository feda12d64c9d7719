/** How the people of a company sign in by its provider: set by an owner, each time after a fresh proof. */
import { makeAudit } from '../../audit/audit.ts'
import { changedFields } from '../../audit/model/changed-fields.ts'
import type { Database } from '../../database/database.ts'
import { domainPattern, makeResolveText, type ResolveText } from '../../domain-name.ts'
import type { Access } from '../../identity/model/access.ts'
import type { Act } from '../../identity/model/actor.ts'
import type { Principal } from '../../identity/model/principal.ts'
import { requireFresh } from '../../identity/model/step-up.ts'
import { InputFaults } from '../../input-faults.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { Problem } from '../../problem.ts'
import type { Sealer } from '../../sealing/sealing.ts'
import { lockOwnersAnd } from '../../users/users.ts'
import * as sessions from '../session-store.ts'
import type { SessionDeps } from '../start-session.ts'
import type { AskProvider } from './ask-provider.ts'
import * as store from './single-sign-on-store.ts'

export type SingleSignOnInput = {
  issuer: string
  clientId: string
  secret?: string | undefined
  domain: string
  groupClaim?: string | undefined
  groupRoles?: readonly store.GroupRole[] | undefined
  defaultRole?: string | undefined
  requiredExcept?: string | undefined
}

export type SingleSignOnSettings = {
  read(by: Principal): Promise<store.SingleSignOn | undefined>
  set(by: Principal & Act, input: SingleSignOnInput): Promise<store.SingleSignOn>
  /** Looks for the record in the DNS. */
  verifyDomain(by: Principal & Act): Promise<store.SingleSignOn>
  remove(by: Principal & Act): Promise<void>
}

type Deps = SessionDeps & {
  db: Database
  access: Access
  sealer: Pick<Sealer, 'seal'>
  outbound: Pick<Outbound, 'faultOf'>
  provider: Pick<AskProvider, 'check'>
  resolveText?: ResolveText | undefined
}

export const recordNameOf = (domain: string): string => `_service-sign-in.${domain}`

export function makeSingleSignOnSettings(deps: Deps): SingleSignOnSettings {
  const { db, now, randomBytes, sealer, provider, resolveText = makeResolveText() } = deps
  const audit = makeAudit(deps)
  const find = async ({ companyId }: Principal) => {
    const found = await store.find(db.connection, companyId)
    if (!found) throw new Problem('not-found', 'Your company has no single sign-on.')
    return found
  }

  return {
    read: ({ companyId }) => store.find(db.connection, companyId),

    async set(by, given) {
      requireFresh(by)
      const { companyId } = by
      const input = await checked(deps, given)
      await provider.check(input.issuer)
      return db.transaction(async (tx) => {
        const owners = await lockOwnersAnd(tx, companyId, by.actor.id) // one change after the other
        const before = await store.find(tx, companyId)
        if (!before && given.secret === undefined) throw fault('body.secret', 'is needed')
        const sameDomain = before?.domain === input.domain
        const at = now()
        if (input.requiredExcept !== null) {
          if (!owners.some(({ id, role, canSignIn }) => id === input.requiredExcept && role === 'owner' && canSignIn))
            throw fault('body.requiredExcept', 'must be an owner who can sign in by password or passkey')
          if (!sameDomain || !before.domainVerifiedAt)
            throw fault('body.requiredExcept', 'must wait until the domain is verified')
        }
        const one: store.SingleSignOn = {
          ...input,
          companyId,
          secretSealed: given.secret === undefined ? before!.secretSealed : sealer.seal(given.secret, companyId),
          domainToken: sameDomain ? before.domainToken : Buffer.from(randomBytes(24)).toString('base64url'),
          domainVerifiedAt: sameDomain ? before.domainVerifiedAt : null,
          changedAt: at,
        }
        await store.put(tx, one)
        if (one.requiredExcept !== null && before?.requiredExcept !== one.requiredExcept)
          await sessions.endAllOfCompany(tx, companyId, one.requiredExcept)
        const changed = before ? changedFields(shown(before), shown(one)) : { before: null, after: shown(one) }
        const secret = before && given.secret !== undefined ? { secret: 'replaced' } : {}
        await audit.record(tx, by, {
          ...changed,
          companyId,
          action: 'single-sign-on.set',
          target: companyId,
          after: { ...changed?.after, ...secret },
        })
        return one
      })
    },

    async verifyDomain(by) {
      requireFresh(by)
      const { domain, domainToken } = await find(by)
      const texts = await resolveText(recordNameOf(domain)).catch((): readonly string[] => [])
      if (!texts.includes(domainToken))
        throw new Problem(
          'conflict',
          `The DNS has no TXT record ${recordNameOf(domain)} with this text yet. A new record may take an hour to be seen.`,
        )
      return db.transaction(async (tx) => {
        const { companyId } = by
        if (!(await store.verifyDomain(tx, { companyId, domain, at: now() })))
          throw new Problem('conflict', 'Another company of this service signs in by this domain.')
        await audit.record(tx, by, {
          companyId,
          action: 'single-sign-on.verify-domain',
          target: companyId,
          after: { domain },
        })
        return (await store.find(tx, companyId))!
      })
    },

    async remove(by) {
      requireFresh(by)
      await db.transaction(async (tx) => {
        const before = await store.find(tx, by.companyId)
        if (!before || !(await store.remove(tx, by.companyId)))
          throw new Problem('not-found', 'Your company has no single sign-on.')
        const { companyId } = by
        await audit.record(tx, by, {
          companyId,
          action: 'single-sign-on.remove',
          target: companyId,
          before: shown(before),
          after: null,
        })
      })
    },
  }
}

/** What the audit shows: nothing secret. */
const shown = ({
  issuer,
  clientId,
  domain,
  groupClaim,
  groupRoles,
  defaultRole,
  requiredExcept,
}: store.SingleSignOn) => ({
  ...{ issuer, clientId, domain, groupClaim, defaultRole, requiredExcept },
  groupRoles: groupRoles.map(({ group, role }) => `${group}: ${role}`).join(', '),
})

async function checked({ access, outbound }: Deps, given: SingleSignOnInput) {
  const faults = new InputFaults()
  const issuer = given.issuer.trim()
  const addressFault = await outbound.faultOf(issuer)
  if (addressFault !== undefined) faults.add('body.issuer', addressFault)
  else if (new URL(issuer).search !== '' || new URL(issuer).hash !== '')
    faults.add('body.issuer', 'must have neither a query nor a fragment')
  const domain = given.domain.trim().toLowerCase()
  if (!domainPattern.test(domain)) faults.add('body.domain', 'must be a domain such as example.com')
  const groupRoles = given.groupRoles ?? []
  // Owners are made by owners, one by one: no group of a provider makes anybody one.
  const roles = access.roles.filter((role) => role !== 'owner')
  for (const [i, { role }] of groupRoles.entries())
    if (!roles.includes(role)) faults.add(`body.groupRoles.${i}.role`, `must be one of ${roles.join(', ')}`)
  const defaultRole = given.defaultRole ?? null
  if (defaultRole !== null && !roles.includes(defaultRole))
    faults.add('body.defaultRole', `must be one of ${roles.join(', ')}`)
  faults.throwIfAny()
  const { clientId, groupClaim = 'groups', requiredExcept = null } = given
  return { issuer, clientId, domain, groupClaim, groupRoles, defaultRole, requiredExcept }
}

function fault(path: string, message: string): Problem {
  const faults = new InputFaults()
  faults.add(path, message)
  try {
    faults.throwIfAny()
  } catch (error) {
    return error as Problem
  }
  throw new Error('unreachable')
}
