import type { Queryable } from '@service/foundation/database/database.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { type Day, dayMs } from '@service/reputation-domain/series/model/day.ts'
import * as mentions from '../articles/mention-store.ts'
import type { StoredMention } from '../model/stored-mention.ts'

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
