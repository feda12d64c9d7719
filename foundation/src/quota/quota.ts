/**
 * The monthly quota: exact across processes, at the price of waiting for one shared write.
 *
 * Every debit waits for the statement that holds it. Statements are shared: while one is under way, whatever comes in
 * gathers for the next, and that settles all companies at once (see `settle` in quota-store.ts). Within a batch,
 * give-backs come first and debits are granted in the order of arrival, each whole or not at all: nothing is refused
 * while enough is left for it. The same statement counts what each key and person uses on each day.
 *
 * A process that dies between a debit and its response, or a give-back that fails, costs the company that unit. The other
 * way round, a unit that was used and not counted, cannot happen.
 */
import { type Database, GroupCommit } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { secondsToNextMonth } from './model/month.ts'
import { type Account, type DayOfUser, openAccounts, type Settled, settle, type UnitUser } from './quota-store.ts'

export { type DailyUse, readDailyUse } from './daily-use.ts'
export { quotaPruner } from './quota-pruner.ts'
export { type DayUse, type UnitUser, usedInMonth } from './quota-store.ts'

export type QuotaVerdict =
  | { granted: true /** What is left after this debit. */; remaining: number /** Whose debit it is. */; day: string }
  | { granted: false; retryAfterSeconds: number }

type Entry = UnitUser & { day: string; cost: number } & ({ kind: 'take'; limit: number } | { kind: 'give-back' })

/** The outcome of an entry: what is left after a granted debit, `undefined` for a refused one and for a give-back. */
type Left = number | undefined

/** Far above any batch, and low enough that a thousand of them add up to a PostgreSQL integer. */
const maxCost = 1_000_000

export class Quota {
  readonly #now: () => Date
  readonly #writes: GroupCommit<Entry, Left>

  constructor({ db, now }: { db: Database; now: () => Date }) {
    this.#now = now
    this.#writes = new GroupCommit((entries) => settleEntries(db, entries))
  }

  /** Debits `cost` if the user's company has that much left of `limit` in this month, UTC. */
  async take(user: UnitUser, cost: number, limit: number): Promise<QuotaVerdict> {
    requireCost(cost)
    const now = this.#now()
    const day = dayOf(now)
    const remaining = await this.#write({ kind: 'take', ...user, day, cost, limit })
    if (remaining !== undefined) return { granted: true, remaining, day }
    return { granted: false, retryAfterSeconds: secondsToNextMonth(now) }
  }

  /** Returns a debit of `day` (the present one if absent) that was not earned. Resolves once it is written. */
  async giveBack(user: UnitUser, cost: number, day: string = dayOf(this.#now())): Promise<void> {
    requireCost(cost)
    await this.#write({ kind: 'give-back', ...user, day, cost })
  }

  /** Refuses new debits; resolves when those under way are written. */
  close(): Promise<void> {
    return this.#writes.close()
  }

  #write(entry: Entry): Promise<Left> {
    return this.#writes.submit(entry).catch((cause) => {
      throw new Problem('unavailable', 'The quota cannot be counted at the moment: try again shortly.', {
        cause,
        retryAfterSeconds: 5,
      })
    })
  }
}

async function settleEntries(db: Database, entries: readonly Entry[]): Promise<(Left | Error)[]> {
  const accounts = accountsOf(entries)
  const settled = new Map<string, Settled>()
  const settleAll = async (which: Account[]) => {
    for (const result of await settle(db.connection, which)) settled.set(keyOf(result), result)
  }
  await settleAll([...accounts.values()])

  // The first debits of a month find no row to lock. What is settled by now stays settled if this fails.
  let failure = new Error('Company not found.')
  const unopened = [...accounts.values()].filter((account) => !settled.has(keyOf(account)) && account.costs.length > 0)
  if (unopened.length > 0) {
    try {
      await openAccounts(db.connection, unopened)
      await settleAll(unopened)
    } catch (error) {
      failure = new Error('The account of this month could not be opened.', { cause: error })
    }
  }
  return entries.map(outcomeFrom(settled, failure))
}

/** The outcome of each entry, called in their order, for that is the order in which grants were decided. */
function outcomeFrom(settled: ReadonlyMap<string, Settled>, failure: Error) {
  const progress = new Map([...settled].map(([key, { room, grants }]) => [key, { room, grants: grants.values() }]))
  return (entry: Entry): Left | Error => {
    if (entry.kind === 'give-back') return undefined
    const account = progress.get(keyOf(accountOf(entry)))
    if (!account) return failure
    const granted = account.grants.next().value ?? 0
    if (granted === 0) return undefined
    account.room -= granted
    return account.room
  }
}

function accountsOf(entries: readonly Entry[]): Map<string, Account> {
  const accounts = new Map<string, Account & { places: Map<string, DayOfUser> }>()
  for (const entry of entries) {
    const { day, actor, scope, cost } = entry
    const owner = accountOf(entry)
    const key = keyOf(owner)
    const account = accounts.get(key) ?? newAccount(owner)
    accounts.set(key, account)
    const user = `${day} ${scope} ${actor}`
    const known = account.places.get(user) ?? { place: account.users.length, day, actor, scope, givenBack: 0 }
    if (known.place === account.users.length) account.users.push(known)
    account.places.set(user, known)
    if (entry.kind === 'give-back') {
      account.givenBack += cost
      known.givenBack += cost
    } else {
      account.limit = entry.limit // the newest known, should it have changed while the batch gathered
      account.costs.push(cost)
      account.userOf.push(known.place)
    }
  }
  return accounts
}

const newAccount = (owner: { companyId: string; month: string }) => ({
  ...owner,
  limit: 0,
  givenBack: 0,
  costs: [],
  userOf: [],
  users: [],
  places: new Map<string, DayOfUser>(),
})

/** The company and the month that an entry belongs to. */
const accountOf = ({ companyId, day }: Entry) => ({ companyId, month: `${day.slice(0, 7)}-01` })

const keyOf = ({ companyId, month }: { companyId: string; month: string }): string => `${month} ${companyId}`

/** In UTC: `2026-11-20`. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

function requireCost(cost: number): void {
  if (!Number.isInteger(cost) || cost < 1 || cost > maxCost) {
    throw new RangeError(`a cost is a whole number from 1 to ${maxCost}, not ${cost}`)
  }
}
