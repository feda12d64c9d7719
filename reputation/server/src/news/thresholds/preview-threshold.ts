/**
 * What another threshold would have made of the last days: how many of their stories would have raised an alert. The rule is the one
 * that makes alerts; it is asked about the articles as they were judged, and as people of the company have corrected them.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { isAlert } from '@service/reputation-domain/alerts/article-verdict.ts'
import { isAlarming } from '@service/reputation-domain/alerts/level.ts'
import { corrected } from '@service/reputation-domain/mentions/correction.ts'
import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { dayMs } from '@service/reputation-domain/series/model/day.ts'
import * as corrections from '../articles/correction-store.ts'
import { requireOwnSubject } from '../read/own-subject.ts'
import * as store from './preview-store.ts'

export type ThresholdPreview = {
  since: Date
  storyCount: number
  /** Stories that are alerts whatever the threshold: their risk has spread, or an article reports a grave fact. */
  alwaysCount: number
  /** All others that any threshold makes an alert of, those that the highest does first. */
  byTone: { story: string; title: string; alertsUpTo: number }[]
}

export type PreviewThreshold = (companyId: string, days: number) => Promise<ThresholdPreview>

/** Above and below every probability. */
const [never, always] = [2, 0]

export const makePreviewThreshold =
  ({ db: { connection: db }, now }: { db: Database; now: () => Date }): PreviewThreshold =>
  async (companyId, days) => {
    const since = new Date(now().getTime() - days * dayMs)
    const { id: subjectId } = await requireOwnSubject(db, companyId)
    const stories = await store.listStories(db, companyId, since)
    const mentions = Map.groupBy(await store.listMentions(db, { companyId, subjectId, since }), ({ story }) => story)
    const holding = await corrections.readHolding(db, companyId, subjectId)
    const found = stories.map(({ id, title, level }) => {
      const judged = (mentions.get(id) ?? []).map((mention) => {
        const correction = holding.get(mention.articleId)
        return correction ? corrected(toJudged(mention), correction) : toJudged(mention)
      })
      const isAlways = isAlarming(level ?? undefined) || judged.some((one) => isAlert(one, never))
      const eligible = judged.filter((one) => isAlert(one, always))
      const alertsUpTo = Math.max(0, ...eligible.map(({ probabilities }) => probabilities.negative))
      return { story: id, title, isAlways, isEligible: eligible.length > 0, alertsUpTo }
    })
    return {
      since,
      storyCount: found.length,
      alwaysCount: found.filter(({ isAlways }) => isAlways).length,
      byTone: found
        .filter(({ isAlways, isEligible }) => !isAlways && isEligible)
        .map(({ story, title, alertsUpTo }) => ({ story, title, alertsUpTo }))
        .sort((one, other) => other.alertsUpTo - one.alertsUpTo),
    }
  }

type Judged = Pick<Mention, 'pCompany' | 'role' | 'probabilities' | 'risks' | 'judged' | 'alertSaid'>

const toJudged = ({ pNegative, pCompany, role, judged, risks }: store.JudgedMention): Judged => ({
  pCompany,
  role,
  judged,
  risks,
  probabilities: { negative: pNegative, neutral: 1 - pNegative, positive: 0 },
})
