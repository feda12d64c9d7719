import type { ClaimedDelivery } from '../model/delivery.ts'

type Held = Pick<ClaimedDelivery, 'id' | 'companyId'>

/**
 * The slots for receivers of which nothing good is known: half of all. A dead one holds its slot until the time limit of
 * its attempt, so no company has more than half of these under way, and another's first delivery finds one free.
 * A delivery holds its slot from its start to its response, whatever becomes of its receiver's standing meanwhile.
 */
export class UntrustedSlots {
  readonly #count: number
  readonly #held = new Set<string>()
  readonly #underWay = new Map<string, number>()

  constructor(inFlight: number) {
    this.#count = Math.ceil(inFlight / 2)
  }

  get free(): number {
    return this.#count - this.#held.size
  }

  /** A probe is let in past its company's share: probes are rare, and the database has noted this one. */
  isOpenTo({ delivery: { companyId }, probe }: { delivery: Held; probe: boolean }): boolean {
    return this.free > 0 && (probe || (this.#underWay.get(companyId) ?? 0) < Math.ceil(this.#count / 2))
  }

  take({ id, companyId }: Held): void {
    this.#held.add(id)
    this.#underWay.set(companyId, (this.#underWay.get(companyId) ?? 0) + 1)
  }

  /** Does nothing where the delivery holds none. */
  release({ id, companyId }: Held): void {
    if (!this.#held.delete(id)) return
    const left = this.#underWay.get(companyId)! - 1
    if (left === 0) this.#underWay.delete(companyId)
    else this.#underWay.set(companyId, left)
  }
}
