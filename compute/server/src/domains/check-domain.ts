import { afterCheck, type CheckResult, type DomainReason } from '@service/compute-domain/endpoints/domain-proof.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { ResolveText } from '@service/foundation/domain-name.ts'
import { system } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { announce } from '../deployments/deployments.ts'
import { events } from '../events/events.ts'
import * as store from './domain-store.ts'

export type CheckDeps = { db: Database; now: () => Date; newId: NewId; resolveText: ResolveText }

/** Where the token has to be. */
export const recordNameOf = (domain: string): string => `_service-endpoint.${domain}`

/**
 * Looks for the company's token in the DNS and writes down what that means for the domain. Who proves control over a domain
 * that fails for another company gets it; while the other company's proof is there, it keeps the domain. Name servers that do
 * not respond speak against nobody.
 */
export async function checkDomain({ db, now, newId, resolveText }: CheckDeps, one: store.Domain): Promise<void> {
  const { companyId, domain } = one
  const found = await faultOf(resolveText(recordNameOf(domain)), one.token)
  await db.transaction(async (tx) => {
    const at = now()
    const holder = found === undefined ? await store.lockHolder(tx, domain) : undefined
    const isTaken = holder !== undefined && holder.companyId !== companyId
    const keeps = isTaken && holder.status === 'active'
    if (isTaken && !keeps) {
      const lost = await store.disable(tx, {
        companyId: holder.companyId,
        domain,
        message: 'Another company has proved that the domain is its own.',
        now: at,
      })
      if (lost)
        await note(
          tx,
          holder.companyId,
          lost,
          'domain_disabled',
          `${domain} does not lead here any more: another company has proved that it is its own.`,
        )
    }
    const fault = keeps ? heldByAnother : found
    const proof = afterCheck(one, resultOf(fault), at)
    const message = fault?.message ?? null
    const deploymentId = await store.recordCheck(tx, one, proof, { reason: fault?.reason ?? null, message })
    if (deploymentId === undefined || proof.status === one.status) return
    const words = {
      pending: '',
      active: 'leads here',
      failing: `leads here for three days more: ${message}`,
      disabled: `does not lead here any more: ${message}`,
    }
    await note(tx, companyId, deploymentId, `domain_${proof.status}`, `${domain} ${words[proof.status]}`)
  })

  /** An event of the deployment, and word to every gateway. */
  async function note(tx: Queryable, ofCompany: string, deploymentId: string, type: string, message: string) {
    const none = { status: null, reason: null, hubId: null, attempt: null, data: null, actor: system } as const
    const event = {
      ...none,
      id: newId('evt'),
      companyId: ofCompany,
      deploymentId,
      type,
      message,
      at: now(),
    }
    await events.append(tx, [event])
    await announce(tx, [deploymentId])
  }
}

type Fault = { reason: DomainReason; message: string }

const heldByAnother: Fault = {
  reason: 'held_by_another',
  message: 'Another company has it, and its own record is still there: remove that one.',
}

/** Undefined where the token is among the texts. */
const faultOf = (resolving: Promise<readonly string[]>, token: string): Promise<Fault | undefined> =>
  resolving.then(
    (texts) => {
      if (texts.includes(token)) return undefined
      return texts.length === 0
        ? { reason: 'record_missing', message: 'Its TXT record is not found.' }
        : { reason: 'record_differs', message: 'Its TXT record has other texts than the one that is needed.' }
    },
    ({ code }: NodeJS.ErrnoException) => ({
      reason: 'dns_unavailable',
      message: `The DNS could not be asked for its TXT record (${code ?? 'no response'}). This does not count against the domain.`,
    }),
  )

function resultOf(fault: Fault | undefined): CheckResult {
  if (fault === undefined) return 'found'
  return fault.reason === 'dns_unavailable' ? 'not asked' : 'not found'
}
