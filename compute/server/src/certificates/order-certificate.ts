/**
 * One order, from where it stands to where it has to wait: for the authority, or for the next renewal. What has been reached is written
 * before the next request goes out, and what a request asked for can be read again from the authority. So a process may die
 * anywhere, and the one that takes the name next goes on with the same order.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { pauseAfterFailure, pollAfterMs, renewalAt } from '@service/compute-domain/endpoints/certificate-times.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import {
  type Account,
  type AcmeClient,
  AcmeFailure,
  certificateRequest,
  type Order,
  refusalOf,
  responseTo,
} from './acme/acme.ts'
import * as store from './certificate-store.ts'

export const steps = [
  'registered',
  'ordered',
  'order-written',
  'proof-written',
  'proof-offered',
  'finalized',
  'fetched',
] as const
export type Step = (typeof steps)[number]

export type OrderDeps = {
  db: Database
  now: () => Date
  log: Logger
  sealer: Sealer
  acme: AcmeClient
  directory: string
  scope: () => store.Scope
  /** In [0, 1). */
  random: () => number
  /** Called after each step, for tests that stop a process there. */
  atStep?: ((step: Step) => Promise<void>) | undefined
}

const accountUnknown = 'urn:ietf:params:acme:error:accountDoesNotExist'

export async function advanceOrder(deps: OrderDeps, one: store.StoredCertificate, leaseId: string): Promise<void> {
  const { db, now, log, directory } = deps
  const held = { leaseId, name: one.name }
  try {
    await advance(deps, one, held)
  } catch (error) {
    if (!(error instanceof AcmeFailure)) log.error({ err: error, domain: one.name }, 'ordering a certificate failed')
    const { message, type, isTemporary, retryAfterMs = 0 } = error instanceof AcmeFailure ? error : ownFault
    if (type === accountUnknown) await store.setAccountUrl(db.connection, directory, null)
    const kind = isTemporary || type === accountUnknown ? 'temporary' : 'refused'
    const pauseMs = pauseAfterFailure({ kind, failures: one.failures + 1, retryAfterMs }, deps.random())
    const dueAt = new Date(now().getTime() + pauseMs)
    await store.recordFailure(db.connection, held, { message, dueAt, keepsOrder: kind === 'temporary' })
    const expires = one.expiresAt
    log.warn({ domain: one.name, fault: message, again: dueAt, expires }, 'a certificate could not be ordered')
  }
}

const ownFault = new AcmeFailure('The service could not order the certificate: its operator finds why in the log.', {
  isTemporary: true,
})

async function advance(deps: OrderDeps, one: store.StoredCertificate, held: store.Held): Promise<void> {
  const { db, acme, now } = deps
  if (one.orderUrl === null && !(await store.isWanted(db.connection, deps.scope(), one.name)))
    return store.remove(db.connection, held)
  const account = await accountOf(deps)
  const { url, key, orderedAt } = await orderOf(deps, one, account, held)
  const wait = async (retryAfterMs: number | undefined) => {
    const ms = pollAfterMs(now().getTime() - orderedAt.getTime(), retryAfterMs)
    await store.waitUntil(db.connection, held, new Date(now().getTime() + ms))
  }
  const order = await acme.order(account, url)
  if (order.status === 'invalid') throw await reasonOf(deps, account, order)
  if (order.status === 'pending') await prove(deps, account, order, held)
  if (order.status === 'ready') {
    await acme.finalize(account, order.finalize, certificateRequest(one.name, key))
    await deps.atStep?.('finalized')
  }
  if (order.status !== 'valid') return wait(order.retryAfterMs)
  if (order.certificate === undefined) throw refusalOf({ detail: 'the order has no certificate' })
  const certificate = await acme.certificate(account, order.certificate)
  await deps.atStep?.('fetched')
  await issue(deps, held, certificate, key)
}

/** The installation has one account, whose key is written before the authority sees it. */
async function accountOf({ db, now, sealer, acme, directory, atStep }: OrderDeps): Promise<Account> {
  const { connection } = db
  const stored =
    (await store.findAccount(connection, directory)) ??
    (await store.keepAccount(connection, { directory, sealedKey: sealer.seal(newKey(), directory), now: now() }))
  const key = createPrivateKey(sealer.open(stored.sealedKey, directory))
  if (stored.accountUrl !== null) return { key, url: stored.accountUrl }
  const url = await acme.register(key)
  await atStep?.('registered')
  await store.setAccountUrl(connection, directory, url)
  return { key, url }
}

async function orderOf(deps: OrderDeps, one: store.StoredCertificate, account: Account, held: store.Held) {
  const { db, now, sealer, acme, atStep } = deps
  const { orderUrl, sealedOrderKey, orderedAt } = one
  if (orderUrl !== null && sealedOrderKey !== null && orderedAt !== null)
    return { url: orderUrl, key: createPrivateKey(sealer.open(sealedOrderKey, one.name)), orderedAt }
  const pem = newKey()
  const at = now()
  const url = await acme.newOrder(account, one.name)
  await atStep?.('ordered')
  const sealed = sealer.seal(pem, one.name)
  if (!(await store.beginOrder(db.connection, held, { orderUrl: url, sealedOrderKey: sealed, now: at }))) throw lost()
  await atStep?.('order-written')
  return { url, key: createPrivateKey(pem), orderedAt: at }
}

/** Shows the token before the authority is asked to look for it. */
async function prove(deps: OrderDeps, account: Account, order: Order, held: store.Held): Promise<void> {
  const { db, acme, atStep } = deps
  for (const url of order.authorizations) {
    const { status, challenges } = await acme.authorization(account, url)
    if (status !== 'pending') continue
    const challenge = challenges.find(({ type }) => type === 'http-01')
    if (!challenge) throw refusalOf({ detail: 'it offers no proof over HTTP for this name' })
    const { token } = challenge
    if (!(await store.setChallenge(db.connection, held, { token, response: responseTo(token, account) }))) throw lost()
    await atStep?.('proof-written')
    if (challenge.status !== 'pending') continue // it is looking already
    await acme.accept(account, challenge.url)
    await atStep?.('proof-offered')
  }
}

/** That of the proof which failed says more than the order's. */
async function reasonOf({ acme }: OrderDeps, account: Account, order: Order): Promise<AcmeFailure> {
  for (const url of order.authorizations) {
    const { challenges } = await acme.authorization(account, url)
    const failed = challenges.find(({ error }) => error !== undefined)
    if (failed) return refusalOf(failed.error)
  }
  return refusalOf(order.error)
}

async function issue(deps: OrderDeps, held: store.Held, certificate: string, key: KeyObject): Promise<void> {
  const { db, log, random } = deps
  const { name } = held
  const parsed = read(certificate)
  if (!parsed?.checkPrivateKey(key) || parsed.checkHost(name) === undefined)
    throw refusalOf({ detail: 'what it issued is no certificate for this name and key' })
  const expiresAt = parsed.validToDate
  const dueAt = renewalAt({ from: parsed.validFromDate, until: expiresAt }, random())
  if (!(await store.issue(db.connection, held, { certificate, expiresAt, dueAt }))) throw lost()
  log.info({ domain: name, expires: expiresAt, renewal: dueAt }, 'a certificate was issued')
}

function read(certificate: string): X509Certificate | undefined {
  try {
    return new X509Certificate(certificate)
  } catch {
    return undefined
  }
}

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

/** Another process has the name by now, and records what it finds: nothing of ours is written. */
const lost = () => new Error('The order took longer than its lease.')
