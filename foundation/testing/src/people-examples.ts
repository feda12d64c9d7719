/** One request that succeeds for each operation for people, which both services have. */
import { randomBytes } from 'node:crypto'
import { snakeCased } from '@service/foundation/http/snake-case.ts'
import * as grants from '@service/foundation/sign-in/oauth/grant-store.ts'
import * as signOns from '@service/foundation/sign-in/single-sign-on/single-sign-on-store.ts'
import { byTester } from './acts.ts'
import { givePasskey, type TestPasskey } from './authenticator.ts'
import { beginFactor, codeOf, giveFactor } from './second-factors.ts'
import { givePassword, newPerson, sessionHeaders } from './signed-in.ts'
import { type OperationExample, type Owner, requestBodyOf, type WalkedService } from './walk-operations.ts'

const password = 'seven quiet foxes at dawn'
const newPassword = 'nine slow herons at dusk'

/** The first of them gets this address, others addresses of their own. */
const email = 'grace@example.com'

const invited = (service: WalkedService, owner: Owner) => link(service, owner)
const resetting = (service: WalkedService, owner: Owner) => link(service, owner, { password })

/** What the last link was made of, for the body that follows it. */
let token = ''
const withToken =
  (more: object = {}) =>
  () => ({ token, ...more })

export const peopleExamples: Record<string, OperationExample<WalkedService>> = {
  signIn: { path: withPassword, body: { email, password } },
  signOut: {},
  getSession: { person: grace },
  showAccountLink: { path: invited, body: withToken() },
  acceptInvitation: { path: invited, body: withToken({ password: newPassword }) },
  requestPasswordReset: { body: { email } },
  resetPassword: { path: resetting, body: withToken({ password: newPassword }) },
  stepUp: { person: withOwnPassword, body: { password } },
  changePassword: { person: withOwnPassword, body: { password: newPassword, current: password } },
  listSessions: {},
  endSession: { person: twice, path: anotherSession },
  endOtherSessions: { person: twice },
  getSecondFactor: {},
  beginSecondFactor: { person: withoutFactor },
  confirmSecondFactor: {
    path: aNewFactor,
    person: withNewFactor,
    body: ({ administration: { now } }: WalkedService) => ({ code: codeOf(givenFactor, 0, now()) }),
  },
  renewRecoveryCodes: { person: withFactor },
  removeSecondFactor: { person: withFactor },
  removeMemberFactor: { path: aMember },
  listPasskeys: { person: withPasskey },
  renamePasskey: { person: withPasskey, path: aPasskey, body: { name: 'Old phone' } },
  removePasskey: { person: withPasskey, path: aPasskey },
  getSingleSignOn: { path: withSignOn },
  removeSingleSignOn: { path: withSignOn },
  listGrants: { person: withAssistant },
  endGrant: { person: withAssistant, path: aGrant },
  listMembers: {},
  inviteMember: { path: unknownLinus, body: { email: 'linus@example.com', name: 'Linus Person', role: 'analyst' } },
  createMemberLink: { path: aMember },
  changeMember: { path: aMember, body: { role: 'analyst' } },
  removeMember: { path: aMember },
  listMemberSessions: { path: aMember },
  endMemberSessions: { path: aMember },
  getCompany: {},
  changeCompany: { body: { timeZone: 'Europe/Paris' } },
  listKeys: { path: aKey, query: { limit: '200' } },
  createKey: { body: { name: 'BI export', expiresAt: '2126-11-20T09:30:00.000Z' } },
  changeKey: { path: aKey, body: { name: 'BI export' } },
  revokeKey: { path: aKey },
  rotateKey: { path: aKey, body: { overlapSeconds: 600 } },
  listAuditEvents: { path: aKey, query: { action: 'key', limit: '200' } },
  getQuotaUse: {},
}

/** The same for a service whose API is snake_case. */
export const inSnakeCase = (
  examples: Record<string, OperationExample<WalkedService>>,
): Record<string, OperationExample<WalkedService>> =>
  Object.fromEntries(
    Object.entries(examples).map(([id, { path, body, ...example }]) => [
      id,
      {
        ...example,
        ...(path && { path: async (service, owner) => snakeCasedFields(await path(service, owner)) }),
        ...(body !== undefined && {
          body: (service: WalkedService) => snakeCasedFields(requestBodyOf({ body }, service) as object),
        }),
      } satisfies OperationExample<WalkedService>,
    ]),
  )

const snakeCasedFields = <T>(fields: { [name: string]: T } | object): { [name: string]: T } =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCased(name), value as T]))

/** By company. */
const people = new Map<string, Owner>()

const by = { actor: 'system', requestId: null } as const

async function withPassword(service: WalkedService, owner: Owner): Promise<Record<string, string>> {
  await givePassword(service, await grace(service, owner), password)
  return {}
}

async function withOwnPassword(service: WalkedService, { companyId }: Owner): Promise<Owner> {
  return newPerson(service, companyId, { password })
}

async function grace(service: WalkedService, { companyId }: Owner): Promise<Owner> {
  const known = (await service.administration.listUsers(by, companyId)).find((user) => user.email === email)
  return known ? { companyId, userId: known.id } : newPerson(service, companyId, { role: 'viewer', email })
}

async function link(
  service: WalkedService,
  owner: Owner,
  given: { password?: string } = {},
): Promise<Record<string, string>> {
  const { userId } = await newPerson(service, owner.companyId, { role: 'analyst', ...given })
  const made = await service.administration.makeAccountLink(byTester, owner.companyId, userId)
  token = made.link.split('#')[1] ?? ''
  return {}
}

/** Somebody who is signed in somewhere else as well. */
async function twice(service: WalkedService, owner: Owner): Promise<Owner> {
  const known = people.get(owner.companyId) ?? (await newPerson(service, owner.companyId))
  people.set(owner.companyId, known)
  await sessionHeaders(service, known)
  return known
}

function withoutFactor(service: WalkedService, { companyId }: Owner): Promise<Owner> {
  return newPerson(service, companyId)
}

let givenFactor = ''
let factorOwner: Owner | undefined

/** Somebody begins to use a second factor: the body that follows is about it. */
async function aNewFactor(service: WalkedService, owner: Owner): Promise<Record<string, string>> {
  factorOwner = await newPerson(service, owner.companyId)
  givenFactor = await beginFactor(service, factorOwner)
  return {}
}

async function withNewFactor(service: WalkedService, owner: Owner): Promise<Owner> {
  return factorOwner?.companyId === owner.companyId ? factorOwner : newPerson(service, owner.companyId)
}

async function withFactor(service: WalkedService, owner: Owner): Promise<Owner> {
  const person = await newPerson(service, owner.companyId)
  await giveFactor(service, person)
  return person
}

/** By company: somebody with a passkey, and the last of theirs. */
const passkeyOwners = new Map<string, Owner & { id: string; passkey: TestPasskey }>()

async function withPasskey(service: WalkedService, owner: Owner): Promise<Owner> {
  return passkeyOwners.get(owner.companyId) ?? (await passkeyOwner(service, owner))
}

async function passkeyOwner(service: WalkedService, { companyId }: Owner) {
  const person = await newPerson(service, companyId)
  const owner = { ...person, ...(await givePasskey(service, person)) }
  passkeyOwners.set(companyId, owner)
  return owner
}

async function aPasskey(service: WalkedService, owner: Owner): Promise<Record<string, string>> {
  return { passkeyId: (await passkeyOwner(service, owner)).id }
}

async function withSignOn({ administration }: WalkedService, { companyId }: Owner): Promise<Record<string, string>> {
  const at = administration.now()
  await signOns.put(administration.db.connection, {
    ...{ companyId, issuer: 'https://id.example.com', clientId: 'service', secretSealed: 'v1.of.tests' },
    ...{ domain: 'example.com', domainToken: 'EXAMPLE', domainVerifiedAt: null, changedAt: at },
    ...{ groupClaim: 'groups', groupRoles: [{ group: 'Risk', role: 'analyst' }], defaultRole: 'viewer' },
    requiredExcept: null,
  })
  return {}
}

/** Somebody for whom an assistant acts. */
async function withAssistant(service: WalkedService, owner: Owner): Promise<Owner> {
  const person = await twice(service, owner)
  await grant(service, person)
  return person
}

async function aGrant(service: WalkedService, owner: Owner): Promise<Record<string, string>> {
  return { grantId: await grant(service, await twice(service, owner)) }
}

async function grant({ administration: { db, now, newId } }: WalkedService, person: Owner): Promise<string> {
  const [at, id] = [now(), newId('gra')]
  const redirectUri = 'https://assistant.example.com/callback'
  const client = { clientId: 'cli_example', clientName: 'Example Assistant', redirectUri }
  const times = { createdAt: at, lastUsedAt: at }
  const resource = 'https://api.example.com/mcp'
  const made = { id, ...person, ...client, scopes: ['alerts:read'], resource, ...times }
  const later = new Date(at.getTime() + 3_600_000)
  await db.transaction(async (tx) => {
    await grants.insert(tx, made, { sha256: randomBytes(32), codeChallenge: '', expiresAt: at })
    await grants.insertTokens(tx, id, [{ kind: 'access', sha256: randomBytes(32), expiresAt: later }])
  })
  return id
}

async function anotherSession(service: WalkedService, owner: Owner): Promise<Record<string, string>> {
  const { companyId, userId } = await twice(service, owner)
  const [session] = await service.administration.listMemberSessions(byTester, companyId, userId)
  return { sessionId: session?.id ?? '' }
}

async function aMember(service: WalkedService, { companyId }: Owner): Promise<Record<string, string>> {
  const person = await newPerson(service, companyId, { role: 'viewer' })
  await sessionHeaders(service, person)
  return { userId: person.userId }
}

async function aKey(service: WalkedService, owner: Owner): Promise<Record<string, string>> {
  const { keyId } = await service.newKey(owner)
  return { keyId }
}

/** Nobody is invited twice. */
async function unknownLinus(service: WalkedService, { companyId }: Owner): Promise<Record<string, string>> {
  const known = (await service.administration.listUsers(by, companyId)).find(
    (user) => user.email === 'linus@example.com',
  )
  if (known && !known.removedAt) await service.administration.removeMember(byTester, companyId, known.id)
  return {}
}
