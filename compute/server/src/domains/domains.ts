/**
 * Domains of companies' own: a name such as `app.example.com` that leads to a deployment beside its endpoint.
 *
 * A company claims the name for a deployment, and gets a token that it publishes as a TXT record below the name. The process that finds
 * the token there (`check-domain.ts`: at once when asked, and again and again by `check-domains.job.ts`) knows that the company
 * controls the name, and the gateway serves it. When and how long is in `compute/domain/src/endpoints/domain-proof.ts`.
 */
import { servedStatuses } from '@service/compute-domain/endpoints/domain-proof.ts'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import { domainPattern } from '@service/foundation/domain-name.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import { Problem } from '@service/foundation/problem.ts'
import { type CertificateState, certificatesOf } from '../certificates/certificates.ts'
import { announce, noSuchDeployment } from '../deployments/deployments.ts'
import { type CheckDeps, checkDomain } from './check-domain.ts'
import * as store from './domain-store.ts'

export { checkDomainsJob } from './check-domains.job.ts'
export { type DomainRouteDeps, domainRoutes } from './routes.ts'

type By = Act & { companyId: string }

/** `certificate` is the one that the gateway orders for it, where it does. */
export type Domain = store.Domain & { certificate: CertificateState | null }

export type Domains = {
  list(companyId: string, after: string, limit: number): Promise<Domain[]>
  /** Claims it, or lets one that the company has lead to another deployment. */
  set(by: By, domain: string, deploymentId: string): Promise<Domain>
  /** Looks for the record now. */
  check(companyId: string, domain: string): Promise<Domain>
  remove(by: By, domain: string): Promise<void>
}

type Deps = CheckDeps & {
  randomBytes: (count: number) => Uint8Array
  /** Names of the service, which nobody can claim, nor what is below them. */
  ownNames: readonly string[]
}

const maxDomains = 100

export function makeDomains({ randomBytes, ownNames, ...deps }: Deps): Domains {
  const { db, now } = deps
  const audit = makeAudit(deps)
  const findStored = async (companyId: string, domain: string): Promise<store.Domain> => {
    const found = await store.find(db.connection, companyId, domain.toLowerCase())
    if (!found) throw new Problem('not-found', 'Domain not found.')
    return found
  }
  /** The certificate of a name concerns the company that has the domain, and no other that claims it. */
  const withCertificates = async (found: readonly store.Domain[]): Promise<Domain[]> => {
    const served = found.filter(({ status }) => servedStatuses.includes(status)).map(({ domain }) => domain)
    const certificates = served.length > 0 ? await certificatesOf(db, served) : undefined
    return found.map((one) => ({ ...one, certificate: certificates?.get(one.domain) ?? null }))
  }
  const find = async (companyId: string, domain: string): Promise<Domain> => {
    const stored = await findStored(companyId, domain)
    const [found = { ...stored, certificate: null }] = await withCertificates([stored])
    return found
  }

  return {
    list: async (companyId, after, limit) => withCertificates(await store.list(db.connection, companyId, after, limit)),

    async set(by, given, deploymentId) {
      const domain = checked(given, ownNames)
      const { companyId } = by
      await db.transaction(async (tx) => {
        const count = await store.countLocked(tx, companyId)
        const before = await store.find(tx, companyId, domain)
        if (!before && count >= maxDomains)
          throw new Problem('conflict', `The company has ${maxDomains} domains. Remove one that is not used.`)
        const token = Buffer.from(randomBytes(24)).toString('base64url')
        if (!(await store.put(tx, { domain, companyId, deploymentId, token, now: now() }))) throw noSuchDeployment()
        if (before?.deploymentId === deploymentId) return
        await audit.record(tx, by, {
          companyId,
          action: 'domain.set',
          target: domain,
          before: before ? { deploymentId: before.deploymentId } : null,
          after: { deploymentId },
        })
        await announce(tx, before ? [before.deploymentId, deploymentId] : [deploymentId])
      })
      return find(companyId, domain)
    },

    async check(companyId, domain) {
      await checkDomain(deps, await findStored(companyId, domain))
      return find(companyId, domain)
    },

    async remove(by, given) {
      const { companyId } = by
      const domain = given.toLowerCase()
      await db.transaction(async (tx) => {
        const deploymentId = await store.remove(tx, companyId, domain)
        if (deploymentId === undefined) throw new Problem('not-found', 'Domain not found.')
        const before = { deploymentId }
        await audit.record(tx, by, { companyId, action: 'domain.remove', target: domain, before, after: null })
        await announce(tx, [deploymentId])
      })
    },
  }
}

function checked(given: string, ownNames: readonly string[]): string {
  const domain = given.toLowerCase()
  const faults = new InputFaults()
  if (!domainPattern.test(domain)) faults.add('path.domain', 'must be a domain such as app.example.com')
  else if (ownNames.some((name) => domain === name || domain.endsWith(`.${name}`)))
    faults.add('path.domain', 'must be of your own: this one belongs to the service')
  faults.throwIfAny()
  return domain
}
