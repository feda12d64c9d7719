import type { Queryable } from '@service/foundation/database/database.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { corrected } from '@service/reputation-domain/mentions/correction.ts'
import { type Day, dayMs, dayOf } from '@service/reputation-domain/series/model/day.ts'
import * as corrections from '../articles/correction-store.ts'
import * as mentions from '../articles/mention-store.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { mentionsForSums } from './compute-subject-days.ts'

/**
 * What a viewer sees of a subject from a day on, until before a time where one is given, slice by slice: the platform's articles and its own. An article that both
 * have counts once, as the platform has it.
 */
export async function* visibleMentions(
  db: Queryable,
  viewer: Owner,
  subjectId: string,
  fromDay: Day,
  until?: Date,
): AsyncGenerator<StoredMention[]> {
  const from = new Date(Math.max(0, fromDay) * dayMs)
  const seen = new Set<string>()
  for (const owner of viewer === platform ? [platform] : [platform, viewer]) {
    for await (const slice of mentions.listFrom(db, owner, subjectId, from, until)) {
      yield slice.filter(({ articleId }) => !seen.has(articleId))
      if (viewer !== platform) for (const { articleId } of slice) seen.add(articleId)
    }
  }
}

/** The same of a company's own subject, as its people have corrected them. */
export async function* correctedMentions(
  db: Queryable,
  { companyId, viewer }: { companyId: string; viewer: Owner },
  subjectId: string,
  fromDay: Day,
  until?: Date,
): AsyncGenerator<StoredMention[]> {
  const holding = await corrections.readHolding(db, companyId, subjectId)
  for await (const slice of visibleMentions(db, viewer, subjectId, fromDay, until)) {
    yield slice.map((mention) => {
      const correction = holding.get(mention.articleId)
      return correction ? { ...corrected(mention, correction), corrected: true } : mention
    })
  }
}

/** From which day on mentions have to be at hand for the corrected ones, from a day on, to be added up again. */
export async function mentionsForCorrections(
  db: Queryable,
  companyId: string,
  subjectId: string,
  from: Day,
): Promise<Day> {
  const first = await corrections.firstCorrected(db, companyId, subjectId, new Date(Math.max(0, from) * dayMs))
  return first ? mentionsForSums(dayOf(first.getTime())) : Number.POSITIVE_INFINITY
}
