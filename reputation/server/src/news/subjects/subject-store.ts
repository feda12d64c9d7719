/** All SQL of subjects and of who follows them. */
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import type { Subject } from '@service/reputation-domain/subjects/subject.ts'
import { sql } from 'kysely'
import type { StoredSubject, SubjectRole } from '../model/stored-subject.ts'

/** Announced whenever a subject is added, changed or removed. */
export const subjectsChanged = 'subjects_changed'

type SubjectRow = {
  id: string
  companyId: string | null
  name: string
  sector: string
  definition: Pick<Subject, 'aliases' | 'blockers'>
  sample: boolean
  createdAt: Date
  updatedAt: Date
}

const columns = sql`s.id, s.company_id, s.name, s.sector, s.definition, s.sample, s.created_at, s.updated_at`

/** Those that exist already stay as they are. */
export async function insertAll(tx: Queryable, subjects: readonly StoredSubject[]): Promise<void> {
  const rows = subjects.map((subject) => ({
    id: subject.id,
    company_id: subject.companyId ?? null,
    name: subject.name,
    sector: subject.sector,
    definition: definitionOf(subject),
    sample: subject.sample,
    created_at: subject.createdAt,
    updated_at: subject.updatedAt,
  }))
  await sql`
    insert into subjects (id, company_id, name, sector, definition, sample, created_at, updated_at)
    select id, company_id, name, sector, definition, sample, created_at, updated_at
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as subject (id text, company_id text, name text, sector text, definition jsonb, sample boolean,
                       created_at timestamptz, updated_at timestamptz)
        on conflict (id) do nothing`.execute(tx)
  await announce(tx)
}

/** Under other names, it is still to be searched for. */
export async function update(tx: Queryable, subject: StoredSubject): Promise<void> {
  const definition = JSON.stringify(definitionOf(subject))
  await sql`
    update subjects
       set searched_as = case when (name, definition) = (${subject.name}, ${definition}::jsonb) then searched_as end,
           name = ${subject.name}, sector = ${subject.sector},
           definition = ${definition}::jsonb, updated_at = ${subject.updatedAt}
     where id = ${subject.id}`.execute(tx)
  await announce(tx)
}

/** Once nobody follows it. */
export async function remove(tx: Queryable, id: string): Promise<void> {
  await sql`delete from subjects where id = ${id}`.execute(tx)
  await announce(tx)
}

async function announce(tx: Queryable): Promise<void> {
  await sql`update subjects_revision set revision = revision + 1`.execute(tx)
  await sql`select pg_notify(${subjectsChanged}, '')`.execute(tx)
}

/** Counts the changes of subjects; inside a transaction, it stays as it is until that ends. */
export async function holdRevision(tx: Queryable): Promise<number> {
  const { rows } = await sql<{ revision: number }>`select revision from subjects_revision for share`.execute(tx)
  return oneRow(rows).revision
}

export async function revision(db: Queryable): Promise<number> {
  const { rows } = await sql<{ revision: number }>`select revision from subjects_revision`.execute(db)
  return oneRow(rows).revision
}

/**
 * By id, or by name as long as one alone has it; holds the row. With a company, only among the subjects that everybody
 * sees and its own: another company's private subject hides none of them.
 */
export async function lock(tx: Queryable, idOrName: string, companyId?: string): Promise<StoredSubject | undefined> {
  const { rows } = await sql<SubjectRow>`
    select ${columns} from subjects s
     where (s.id = ${idOrName} or lower(s.name) = lower(${idOrName}))
       and (${companyId ?? null}::text is null or s.company_id is null or s.company_id = ${companyId ?? null})
     order by (s.id = ${idOrName}) desc
       for update`.execute(tx)
  const isCertain = rows.length === 1 || rows[0]?.id === idOrName
  return rows[0] && isCertain ? toSubject(rows[0]) : undefined
}

/** In the order of their ids, in which everything is computed. */
export async function listAll(db: Queryable): Promise<StoredSubject[]> {
  const { rows } = await sql<SubjectRow>`select ${columns} from subjects s order by s.id`.execute(db)
  return rows.map(toSubject)
}

export type FollowedSubject = StoredSubject & { role: SubjectRole }

export async function listFollowed(db: Queryable, companyId: string): Promise<FollowedSubject[]> {
  const { rows } = await sql<SubjectRow & { role: SubjectRole }>`
    select ${columns}, f.role
      from company_subjects f join subjects s on s.id = f.subject_id
     where f.company_id = ${companyId}
     order by s.id`.execute(db)
  return rows.map(({ role, ...row }) => ({ ...toSubject(row), role }))
}

/** Those that belong to the company itself. */
export async function listOwned(db: Queryable, companyId: string): Promise<StoredSubject[]> {
  const { rows } = await sql<SubjectRow>`
    select ${columns} from subjects s where s.company_id = ${companyId} order by s.id`.execute(db)
  return rows.map(toSubject)
}

export async function countFollowed(db: Queryable, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from company_subjects where company_id = ${companyId}`.execute(db)
  return oneRow(rows).count
}

/** A subject as one company sees it. */
export type CompanySubject = StoredSubject & {
  role: SubjectRole | undefined
  /** Whether the stored articles are still to be searched for it. */
  isSearching: boolean
}

export type CompanySubjectFilter = { role?: SubjectRole | 'none' | undefined; beforeId?: string | undefined }

/** Its own subjects and the shared ones, newest first. */
export async function listForCompany(
  db: Queryable,
  companyId: string,
  { role, beforeId }: CompanySubjectFilter,
  limit: number,
): Promise<CompanySubject[]> {
  const { rows } = await sql<CompanySubjectRow>`
    select ${companyColumns} from ${ofEverybodyAnd(companyId)}
       and (${beforeId ?? null}::text is null or s.id < ${beforeId ?? null})
       and (${role ?? null}::text is null or coalesce(f.role, 'none') = ${role ?? null})
     order by s.id desc limit ${limit}`.execute(db)
  return rows.map(toCompanySubject)
}

export async function findForCompany(
  db: Queryable,
  companyId: string,
  id: string,
): Promise<CompanySubject | undefined> {
  const { rows } = await sql<CompanySubjectRow>`
    select ${companyColumns} from ${ofEverybodyAnd(companyId)} and s.id = ${id}`.execute(db)
  return rows[0] && toCompanySubject(rows[0])
}

type CompanySubjectRow = SubjectRow & { role: SubjectRole | null; isSearching: boolean }

const companyColumns = sql`
  ${columns}, f.role,
  s.searched_as is null or exists (select from subject_searches d where d.subject_id = s.id) as is_searching`

const ofEverybodyAnd = (companyId: string) => sql`
  subjects s left join company_subjects f on f.subject_id = s.id and f.company_id = ${companyId}
   where (s.company_id is null or s.company_id = ${companyId})`

const toCompanySubject = ({ role, isSearching, ...row }: CompanySubjectRow): CompanySubject => ({
  ...toSubject(row),
  role: role ?? undefined,
  isSearching,
})

export async function roleOf(db: Queryable, companyId: string, subjectId: string): Promise<SubjectRole | undefined> {
  const { rows } = await sql<{ role: SubjectRole }>`
    select role from company_subjects where company_id = ${companyId} and subject_id = ${subjectId}`.execute(db)
  return rows[0]?.role
}

/** Without a role the company follows it no more. */
export async function setRole(
  tx: Queryable,
  companyId: string,
  subjectId: string,
  role: SubjectRole | undefined,
): Promise<void> {
  if (role === undefined) {
    await sql`delete from company_subjects where company_id = ${companyId} and subject_id = ${subjectId}`.execute(tx)
    return
  }
  await sql`
    insert into company_subjects (company_id, subject_id, role) values (${companyId}, ${subjectId}, ${role})
        on conflict (company_id, subject_id) do update set role = excluded.role`.execute(tx)
}

export type Follower = { companyId: string; role: SubjectRole }

/** Nobody follows it any more; returns who did, in the order of their ids. */
export async function removeFollowers(tx: Queryable, subjectId: string): Promise<Follower[]> {
  const { rows } = await sql<{ companyId: string; role: SubjectRole }>`
    with gone as (delete from company_subjects where subject_id = ${subjectId} returning company_id, role)
    select company_id, role from gone order by company_id`.execute(tx)
  return rows
}

/** What a company follows as its own. */
export async function ownSubject(db: Queryable, companyId: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, s.name
      from company_subjects f join subjects s on s.id = f.subject_id
     where f.company_id = ${companyId} and f.role = 'own'`.execute(db)
  return rows[0]
}

export const ownSubjectId = async (db: Queryable, companyId: string): Promise<string | undefined> =>
  (await ownSubject(db, companyId))?.id

const definitionOf = ({ aliases, blockers }: Subject) => ({ aliases, ...(blockers && { blockers }) })

const toSubject = ({ definition, companyId, ...row }: SubjectRow): StoredSubject => ({
  ...definition,
  ...row,
  companyId: companyId ?? undefined,
})
