/** Records as responses show them. */
import { actorText, keyIdOf } from '@service/foundation/identity/model/actor.ts'
import type { ListVersion } from '../lists/lists.ts'
import type { RecordedMatch, StoredScreening } from './model/screening-record.ts'
import type { ActorNames } from './read-actor-names.ts'
import type { RecordDetail } from './responses.ts'

export const toSummary = (screening: StoredScreening) => ({
  screeningId: screening.id,
  screenedAt: screening.at.toISOString(),
  keyId: keyIdOf(screening.actor) ?? null,
  actor: actorText(screening.actor),
  query: screening.party?.name ?? null,
  clean: screening.clean,
  matchCount: screening.matches?.length ?? null,
  engineVersion: screening.engineVersion,
  legalHold: screening.legalHold,
  redactedAt: screening.redactedAt?.toISOString() ?? null,
})

export const shown = <M extends RecordedMatch>({ entryState: _internal, ...match }: M) => match

export function toDetail(
  screening: StoredScreening,
  versions: readonly ListVersion[],
  names: ActorNames,
): RecordDetail {
  const { matchCount: _count, ...summary } = toSummary(screening)
  const { name: _name, ...parameters } = screening.party ?? { name: '' }
  return {
    ...summary,
    actorName: names.get(actorText(screening.actor)) ?? null,
    requestId: screening.requestId,
    parameters: screening.party && (parameters as Omit<typeof screening.party, 'name' | 'lists'>),
    matches: screening.matches?.map(shown) ?? null,
    moreMatches: screening.moreMatches,
    near: screening.near?.map(shown) ?? null,
    suppressed: screening.matches && (screening.suppressed ?? []).map(shown),
    lists: versions.map(toVersion),
  }
}

export const toVersion = ({ id, list, publishedAt, fetchedAt, entries, sample }: ListVersion) => ({
  list,
  versionId: id,
  publishedAt,
  fetchedAt,
  entries,
  ...(sample && { sample }),
})
