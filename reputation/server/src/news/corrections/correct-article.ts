import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Correction } from '@service/reputation-domain/mentions/correction.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import * as corrections from '../articles/correction-store.ts'
import { markFiguresDue } from '../queue/figures-due-store.ts'
import * as articles from '../read/article-store.ts'
import { requireOwnSubject } from '../read/own-subject.ts'

export type NewCorrection = Correction & { note: string | null }

/**
 * Says how an article is meant in place of the models. It takes the place of an earlier correction, which stays as history,
 * and holds until it is taken back, also when the article is judged again. The figures are made again from the day of the
 * article on. An alert that was sent is not recalled; it leaves the list, and what was announced stays known as announced.
 */
export type CorrectArticle = (
  by: Act,
  companyId: string,
  articleId: string,
  given: NewCorrection,
) => Promise<corrections.StoredCorrection>

/** Takes it back: the judgement of the models holds again. */
export type RevertCorrection = (by: Act, companyId: string, articleId: string) => Promise<void>

type Deps = { db: Database; now: () => Date; newId: NewId }

export function makeCorrectArticle({ db, now, newId }: Deps): CorrectArticle {
  const audit = makeAudit({ now, newId })
  return async (by, companyId, articleId, given) => {
    if ([given.tone, given.aboutCompany, given.gravity, given.isAlert].every((field) => field === null)) {
      throw new Problem('invalid-request', 'A correction says at least one of tone, aboutCompany, gravity and isAlert.')
    }
    return db.transaction(async (tx) => {
      await corrections.lock(tx, companyId)
      const { subject, article } = await findArticle(tx, companyId, articleId)
      checkGravity(given, article)
      const at = now()
      const actor = actorText(by.actor)
      const key = { companyId, subjectId: subject.id, articleId }
      const before = await corrections.end(tx, key, { at, actor })
      const correction: corrections.StoredCorrection = {
        ...key,
        ...given,
        id: newId('cor'),
        publishedAt: article.publishedAt,
        at,
        actor,
        endedAt: null,
        endedBy: null,
      }
      await corrections.insert(tx, correction)
      await markFiguresDue(tx, [companyId], dayText(article.publishedAt), at)
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'article.correct',
        target: articleId,
        before: before ? said(before) : null,
        after: said(correction), // without the note: it may name a person
      })
      return correction
    })
  }
}

export function makeRevertCorrection({ db, now, newId }: Deps): RevertCorrection {
  const audit = makeAudit({ now, newId })
  return (by, companyId, articleId) =>
    db.transaction(async (tx) => {
      await corrections.lock(tx, companyId)
      const { subject, article } = await findArticle(tx, companyId, articleId)
      const at = now()
      const key = { companyId, subjectId: subject.id, articleId }
      const ended = await corrections.end(tx, key, { at, actor: actorText(by.actor) })
      if (!ended) throw new Problem('not-found', 'This article is not corrected.')
      await markFiguresDue(tx, [companyId], dayText(article.publishedAt), at)
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'article.revert-correction',
        target: articleId,
        before: said(ended),
        after: null,
      })
    })
}

async function findArticle(tx: Queryable, companyId: string, articleId: string) {
  const subject = await requireOwnSubject(tx, companyId)
  const [article] = await articles.list(tx, companyId, subject.id, { articleIds: [articleId] }, 1)
  if (!article) throw new Problem('not-found', 'Article not found.')
  return { subject, article }
}

/** What nobody judged to be a risk has no category yet. */
function checkGravity({ gravity, category }: NewCorrection, { risks }: articles.ListedArticle): void {
  const faults = new InputFaults()
  if (gravity !== null && gravity > 0 && category === null && risks.length === 0)
    faults.add('body.category', 'is needed where no risk was found in the article')
  if (category !== null && (gravity === null || gravity === 0))
    faults.add('body.category', 'goes with a gravity of 1, 2 or 3')
  faults.throwIfAny()
}

const dayText = (at: Date): string => isoDay(dayOf(at.getTime()))

const said = ({ id, tone, aboutCompany, gravity, category, isAlert }: corrections.StoredCorrection) => ({
  correctionId: id,
  tone,
  aboutCompany,
  gravity,
  category,
  isAlert,
})
