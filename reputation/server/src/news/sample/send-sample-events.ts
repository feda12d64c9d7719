import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import { appendEvents } from '@service/foundation/webhooks/webhooks.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import { type Drop, dropOn } from '@service/reputation-domain/score/drop.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { articleTag, companyReference, newEvent, severities } from '../../events/events.ts'
import { dropEvents, type EventContext } from '../figures/figure-events.ts'
import { everyDayOf } from '../model/every-day.ts'
import type { StoredAlert } from '../model/stored-alert.ts'
import { nothingWaits } from '../queue/waiting-store.ts'
import * as alerts from '../read/alert-store.ts'
import { figuresOf, readDays } from '../read/score-store.ts'
import { dueArticles, readNewsSample } from './sample-file.ts'
import * as store from './sample-store.ts'

export type SentEvent = { id: string; event: string; title: string }

/** The sample announces nothing by itself: what it would have announced last is sent where somebody asks for it. */
export type SendSampleEvents = (by: Act, companyId: string) => Promise<SentEvent[]>

type Deps = { db: Database; now: () => Date; newId: NewId }

/**
 * Sends to the company's webhooks, like real events, the last alert of each severity, and the last drop of a closed day.
 * Throws a `Problem` where the company's news is not the sample, that is still being loaded, or nobody would receive them.
 */
export function makeSendSampleEvents({ db, now, newId }: Deps): SendSampleEvents {
  const audit = makeAudit({ now, newId })
  return (by, companyId) =>
    db.transaction(async (tx) => {
      if (!(await figuresOf(tx, companyId))?.sample) {
        throw new Problem('conflict', 'There is no news of the sample about this company.')
      }
      if (!(await isLoaded(tx, now()))) {
        throw new Problem('conflict', 'The sample of news is still being loaded. Try again in half a minute.')
      }
      const context = { company: await companyReference(tx, companyId), newId, at: now() }
      const found = await sampleAlerts(tx, companyId, now())
      const drop = await lastDrop(tx, companyId, now())
      const events = [...found.map((alert) => alertEvent(alert, context)), ...dropEvents(drop ? [drop] : [], context)]
      await appendEvents(tx, events)
      const sent = events.map(({ id, kind }, index) => ({
        id,
        event: kind,
        title: found[index]?.title ?? titleOf(drop),
      }))
      if (
        (await store.countEvents(
          tx,
          sent.map(({ id }) => id),
        )) === 0
      ) {
        throw new Problem('conflict', 'The company has no webhook that is enabled. Register one first.')
      }
      await audit.record(tx, by, {
        companyId,
        action: 'sample.send',
        target: companyId,
        after: { events: sent.length },
      })
      return sent
    })
}

/** Figures may be there before the last of the sample has been taken in, and a drop before the alerts. */
async function isLoaded(db: Queryable, now: Date): Promise<boolean> {
  const state = await store.read(db)
  if (!state) return false
  const last = dueArticles(await readNewsSample(), state.shiftedDays * dayMs, now).at(-1)
  return (state.takenInUntil?.getTime() ?? 0) >= (last?.[0] ?? 0) * 1_000 && (await nothingWaits(db))
}

async function sampleAlerts(db: Queryable, companyId: string, now: Date): Promise<StoredAlert[]> {
  const filter = { until: now, publishedSince: new Date(now.getTime() - alertSettings.listDays * dayMs) }
  const ofSeverities = await Promise.all(
    severities.map((severity) => alerts.list(db, companyId, { ...filter, severity }, maxRead)),
  )
  return ofSeverities.flatMap((found) => found.find(({ sample }) => sample) ?? [])
}

/** Others than those of the sample may be newer. */
const maxRead = 200

async function lastDrop(db: Queryable, companyId: string, now: Date): Promise<Drop | undefined> {
  const { drop, windowDays } = scoreSettings
  const [first, last] = [dayOf(now.getTime()) - windowDays - drop.days, dayOf(now.getTime()) - 1]
  const stored = await readDays(db, companyId, { from: isoDay(first), to: isoDay(last) })
  const days = everyDayOf(stored, first, last)
  for (let day = last; day >= first + drop.days; day--) {
    const found = dropOn(day, days, scoreSettings)
    if (found) return found
  }
  return undefined
}

function alertEvent(alert: StoredAlert, { company, newId, at }: EventContext): NewEvent {
  const { id, title, severity, source, url, detectedAt, sentimentScore } = alert
  const data = { id, title, severity, source, url, detectedAt: detectedAt.toISOString(), sentimentScore, company }
  const tags = alert.kind === 'article' ? [articleTag] : []
  return newEvent(`alert.${severity}`, data, { id: newId('evt'), companyId: company.id, at, tags })
}

const titleOf = (drop: Drop | undefined): string => (drop ? `${drop.previousScore} to ${drop.currentScore}` : '')
