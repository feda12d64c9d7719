/** All SQL that reads what a threshold would have made of stories. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Level } from '@service/reputation-domain/alerts/level.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'
import type { JudgedColumns } from '../model/judged-columns.ts'

export type JudgedStory = {
  id: string
  title: string
  level: Level | null
}

export async function listStories(db: Queryable, companyId: string, since: Date): Promise<JudgedStory[]> {
  const { rows } = await sql<JudgedStory>`
    select s.id, s.level, h.title
      from stories s
      join lateral (select a.title from articles a
                     where a.owner in (${platform}, ${companyId}) and a.id = s.headline order by a.owner limit 1) h on true
     where s.company_id = ${companyId} and s.began_at >= ${since}
     order by s.began_at desc, s.id`.execute(db)
  return rows
}

export type JudgedMention = Pick<JudgedColumns, 'pCompany' | 'role' | 'judged' | 'pNegative' | 'risks'> & {
  story: string
  articleId: string
}

/** What was judged of the articles of these stories; an article that the platform has as well counts once. */
export async function listMentions(
  db: Queryable,
  { companyId, subjectId, since }: { companyId: string; subjectId: string; since: Date },
): Promise<JudgedMention[]> {
  const { rows } = await sql<JudgedMention>`
    select distinct on (s.id, m.article_id) s.id as story, m.article_id, m.p_company, m.role, m.judged, m.p_negative, m.risks
      from stories s
      join mentions m on m.owner in (${platform}, ${companyId}) and m.article_id = any (s.articles)
                     and m.subject_id = ${subjectId}
     where s.company_id = ${companyId} and s.began_at >= ${since}
     order by s.id, m.article_id, m.owner`.execute(db)
  return rows
}
