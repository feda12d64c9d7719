/** The commands and queries that both services have: on accounts, keys, personal data and the database. */
import { type AuditFilter, list as listEvents, namesOf } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/model/audit-event.ts'
import {
  type ChangeCompany,
  type CreateCompany,
  findCompany,
  listCompanies,
  makeChangeCompany,
  makeCreateCompany,
} from '../companies/companies.ts'
import type { Company, CompanySettings } from '../companies/model/company.ts'
import type { Database } from '../database/database.ts'
import {
  auditRedactor,
  type ErasureReport,
  makeErasePerson,
  makePrunePast,
  type PrunePast,
} from '../erasure/erasure.ts'
import type { Redactor, Retention } from '../erasure/model/eraser.ts'
import type { Person } from '../erasure/model/person.ts'
import type { Access } from '../identity/model/access.ts'
import type { Act } from '../identity/model/actor.ts'
import {
  type ChangeKey,
  type CreateKey,
  findKeyById,
  findKeyBySha256,
  type KeyFilter,
  keyRedactor,
  type ListedKey,
  listKeys,
  makeChangeKey,
  makeCreateKey,
  makeRevokeKey,
  makeRotateKey,
  parseKey,
  type RevokeKey,
  type RotateKey,
} from '../keys/keys.ts'
import type { ApiKey } from '../keys/model/api-key.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { type DailyUse, readDailyUse, usedInMonth } from '../quota/quota.ts'
import { makeResealSecrets, type ResealSecrets, type SealedRows, type Sealer } from '../sealing/sealing.ts'
import type { AccountMessage } from '../sign-in/model/account-message.ts'
import {
  type ChangeMember,
  type EndMemberSessions,
  type InviteUser,
  type ListMemberSessions,
  type MakeAccountLink,
  type Member,
  type MemberFilter,
  makeMemberActs,
  type RemoveMember,
  type RemoveMemberFactor,
} from '../sign-in/sign-in.ts'
import type { User } from '../users/model/user.ts'
import {
  type CreateUser,
  findUser,
  type InstallationOperator,
  listOperators,
  listUsers,
  makeCreateUser,
  makeSetLegalHold,
  makeSetOperator,
  type SetLegalHold,
  type SetOperator,
  userRedactor,
} from '../users/users.ts'
import { operatorsOnly, type Rules } from './administrator.ts'
import { type BackUp, makeBackUp, makeRestore, type Restore } from './audited-backup.ts'

export type AccountDeps = {
  db: Database
  now: () => Date
  newId: NewId
  randomBytes: (count: number) => Uint8Array
  /** Where the pages are on which people sign in: links lead there. */
  pagesUrl?: string
  /** The scopes and roles of this service. */
  access: Access
  /** Folders of SQL files, for a restore. */
  migrations: readonly string[]
  /** The service's own; those of accounts and audit are added here. */
  redactors: readonly Redactor[]
  /** The rows that the service keeps sealed, and its sealer, opened when needed: undefined where there is no key yet. */
  sealing?: { rows: SealedRows; openSealer: () => Sealer | undefined } | undefined
  retention: Retention
}

/** A company's use of a month's quota. */
export type QuotaUse = { company: string; month: string; monthlyQuota: number; used: number; remaining: number }

export type AccountActs = {
  createCompany: CreateCompany
  changeCompany: ChangeCompany
  createUser: CreateUser
  setLegalHold: SetLegalHold
  /** Whether a person may use the operator's view. */
  setOperator: SetOperator
  /** The longest first. */
  listOperators(by: Act): Promise<InstallationOperator[]>
  inviteUser: InviteUser
  /** A link by which somebody of the company chooses a password, shown once. */
  makeAccountLink: MakeAccountLink
  /** The link into a demo. */
  makeEntryLink: MakeAccountLink
  changeMember: ChangeMember
  removeMember: RemoveMember
  endMemberSessions: EndMemberSessions
  /** Of somebody who has lost it. */
  removeMemberFactor: RemoveMemberFactor
  createKey: CreateKey
  changeKey: ChangeKey
  revokeKey: RevokeKey
  rotateKey: RotateKey
  resealSecrets: ResealSecrets
  erasePerson(by: Act, companyId: string | undefined, person: Person): Promise<ErasureReport>
  prunePast: PrunePast
  backUp: BackUp
  restore: Restore

  /** Newest first. */
  listCompanies(by: Act): Promise<Company[]>
  readCompany(by: Act, idOrSlug: string): Promise<Company>
  /** Newest first. */
  listUsers(by: Act, companyId: string): Promise<User[]>
  readUser(by: Act, companyId: string, idOrEmail: string): Promise<User>
  /** Those who belong to the company, newest first. */
  listMembers(by: Act, companyId: string, filter: MemberFilter): Promise<Member[]>
  listMemberSessions: ListMemberSessions
  /** What waits to be sent to people about their accounts, newest first. */
  listAccountMessages(by: Act, companyId: string | undefined): Promise<AccountMessage[]>
  /** Newest first. */
  listKeys(by: Act, companyId: string, filter?: KeyFilter): Promise<ListedKey[]>
  /** The key with this id or, when one has leaked, this very key. */
  findKey(by: Act, idOrSecret: string): Promise<ApiKey>
  /** Newest first. */
  listAuditEvents(by: Act, filter: AuditFilter, limit: number): Promise<AuditEvent[]>
  /** The names of the people and keys that act in the events of a company, by actor. */
  readActorNames(by: Act, companyId: string, events: readonly AuditEvent[]): Promise<ReadonlyMap<string, string>>
  /** The use in a month such as `2026-11`. */
  readQuota(by: Act, companyId: string, month: string): Promise<QuotaUse>
  /** The same day by day, with the names of the keys and people. */
  readDailyUse(by: Act, companyId: string, month: string): Promise<DailyUse & { names: ReadonlyMap<string, string> }>
  /** Counts what an erasure would redact, and changes nothing. */
  previewErasure(by: Act, companyId: string | undefined, person: Person): Promise<ErasureReport>
}

export function makeAccountActs(deps: AccountDeps): AccountActs {
  const { db, redactors, sealing, retention } = deps
  const { connection } = db
  const erasure = makeErasePerson({ ...deps, redactors: [userRedactor, keyRedactor, ...redactors, auditRedactor] })
  const readCompany = async (_by: Act, idOrSlug: string) =>
    (await findCompany(connection, idOrSlug)) ?? missing(`Company ${idOrSlug} not found.`)
  return {
    createCompany: makeCreateCompany(deps),
    changeCompany: makeChangeCompany(deps),
    createUser: makeCreateUser(deps),
    setLegalHold: makeSetLegalHold(deps),
    setOperator: makeSetOperator(deps),
    listOperators: () => listOperators(connection),
    ...makeMemberActs({ ...deps, pagesUrl: deps.pagesUrl ?? '' }),
    createKey: makeCreateKey(deps),
    changeKey: makeChangeKey(deps),
    revokeKey: makeRevokeKey(deps),
    rotateKey: makeRotateKey(deps),
    async resealSecrets(by) {
      if (!sealing) throw new Problem('conflict', 'This service keeps no sealed secrets.')
      const sealer = sealing.openSealer()
      if (!sealer)
        throw new Problem('conflict', 'There is no sealing key yet: the service makes it at its first start.')
      return makeResealSecrets({ ...deps, sealer, sealed: sealing.rows })(by)
    },
    erasePerson: erasure.erase,
    prunePast: makePrunePast({ ...deps, retention }),
    backUp: makeBackUp(deps),
    restore: makeRestore(deps),

    listCompanies: () => listCompanies(connection),
    readCompany,
    listUsers: (_by, companyId) => listUsers(connection, companyId),
    readUser: async (_by, companyId, idOrEmail) =>
      (await findUser(connection, companyId, idOrEmail)) ?? missing(`User ${idOrEmail} not found in this company.`),
    listKeys: (_by, companyId, filter) => listKeys(connection, companyId, filter),
    async findKey(_by, idOrSecret) {
      const mark = parseKey(idOrSecret)
      const key = mark ? await findKeyBySha256(connection, mark.sha256) : await findKeyById(connection, idOrSecret)
      return key ?? missing(mark ? 'This service does not know the key.' : `Key ${idOrSecret} not found.`)
    },
    listAuditEvents: (_by, filter, limit) => listEvents(connection, filter, limit),
    readActorNames: (_by, companyId, events) =>
      namesOf(
        connection,
        companyId,
        events.map(({ actor }) => actor),
      ),
    async readQuota(by, companyId, month) {
      const { id, slug, monthlyQuota } = await readCompany(by, companyId)
      const used = await usedInMonth(connection, id, `${month}-01`)
      return { company: slug, month, monthlyQuota, used, remaining: Math.max(0, monthlyQuota - used) }
    },
    async readDailyUse(_by, companyId, month) {
      const use = await readDailyUse(connection, companyId, `${month}-01`, deps.now())
      const actors = use.actors.map(({ actor }) => actor)
      return { ...use, names: await namesOf(connection, companyId, actors) }
    },
    previewErasure: (_by, companyId, person) => erasure.preview(companyId, person),
  }
}

function missing(message: string): never {
  throw new Problem('not-found', message)
}

const limits: readonly (keyof CompanySettings)[] = ['requestsPerMinute', 'monthlyQuota']

export const makeAccountRules = ({ defaultScopes }: Pick<Access, 'defaultScopes'>): Rules<AccountActs> => ({
  createCompany: operatorsOnly,
  changeCompany: (companyId, changes) =>
    limits.some((limit) => limit in changes) ? 'operator' : { companyId, permission: 'company:manage' },
  createUser: ({ companyId, role }) => ({
    companyId,
    permission: role === 'owner' ? 'owners:manage' : 'people:manage',
    fresh: true,
  }),
  setLegalHold: operatorsOnly,
  setOperator: operatorsOnly,
  listOperators: operatorsOnly,
  // Which role the person has already is compared by the act itself, under the lock on it.
  inviteUser: ({ companyId, role }) => ({
    companyId,
    permission: role === 'owner' ? 'owners:manage' : 'people:manage',
    fresh: true,
  }),
  makeAccountLink: (companyId) => ({ companyId, permission: 'people:manage', fresh: true }),
  makeEntryLink: operatorsOnly,
  changeMember: (companyId, _userId, { role }) => ({
    companyId,
    permission: role === 'owner' ? 'owners:manage' : 'people:manage',
    fresh: true,
  }),
  removeMember: (companyId) => ({ companyId, permission: 'people:manage', fresh: true }),
  endMemberSessions: (companyId) => ({ companyId, permission: 'people:manage' }),
  removeMemberFactor: (companyId) => ({ companyId, permission: 'people:manage', fresh: true }),
  createKey: ({ companyId, createdBy, scopes = defaultScopes }) => ({
    companyId,
    permission: 'keys:manage',
    gives: scopes,
    inNameOf: createdBy,
    fresh: true,
  }),
  changeKey: (companyId, _keyId, { scopes }) => ({ companyId, permission: 'keys:manage', gives: scopes, fresh: true }),
  revokeKey: (companyId) => ({ companyId, permission: 'keys:manage' }),
  // It gives the scopes of the old key too, which `rotateKey` compares itself, under the lock on that key.
  rotateKey: (companyId) => ({ companyId, permission: 'keys:manage', fresh: true }),
  resealSecrets: operatorsOnly,
  erasePerson: operatorsOnly,
  prunePast: operatorsOnly,
  backUp: operatorsOnly,
  restore: operatorsOnly,
  listCompanies: operatorsOnly,
  readCompany: (companyId) => ({ companyId }),
  listUsers: (companyId) => ({ companyId, permission: 'people:manage' }),
  readUser: (companyId) => ({ companyId, permission: 'people:manage' }),
  listMembers: (companyId) => ({ companyId, permission: 'people:manage' }),
  listMemberSessions: (companyId) => ({ companyId, permission: 'people:manage' }),
  listAccountMessages: operatorsOnly,
  listKeys: (companyId) => ({ companyId, permission: 'keys:manage' }),
  findKey: operatorsOnly,
  listAuditEvents: ({ companyId }) => (companyId === undefined ? 'operator' : { companyId, permission: 'audit:read' }),
  readActorNames: (companyId) => ({ companyId, permission: 'audit:read' }),
  readQuota: (companyId) => ({ companyId }),
  readDailyUse: (companyId) => ({ companyId, permission: 'keys:manage' }),
  previewErasure: operatorsOnly,
})
