/** Is the end state the same for a second replay, and for one in which the articles arrive in another order? */
import { createHash } from 'node:crypto'
import { sampleOf } from '@service/foundation/seeded-random.ts'
import { alertsOf } from '@service/reputation-domain/alerts/alert.ts'
import { alertEventsOf } from '@service/reputation-domain/alerts/alert-events.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { dailySentiment } from '@service/reputation-domain/series/daily-sentiment.ts'
import type { Day } from '@service/reputation-domain/series/model/day.ts'
import type { Section } from '../../harness/bench.ts'
import type { CorpusArticle } from '../../news/corpus.ts'
import { type Scores, storiesOf } from '../replay.ts'

export type Replay = (articles: readonly CorpusArticle[]) => {
  mentions: ReadonlyMap<string, readonly Mention[]>
  scores: Scores
}

export function determinism(articles: readonly CorpusArticle[], observedDays: readonly Day[], replay: Replay): Section {
  const digest = (given: readonly CorpusArticle[]) => digestOf(replay(given), observedDays)
  const first = digest(articles)
  const again = digest(articles)
  const shuffled = digest(sampleOf(articles, articles.length, 2_014))
  return {
    title: 'Determinism',
    figures: [
      { name: 'second replay equal', value: first === again ? 100 : 0, unit: '%' },
      { name: 'replay in shuffled order equal', value: first === shuffled ? 100 : 0, unit: '%' },
    ],
    notes: [`Digest of every series, score, alert and alert event: ${first.slice(0, 16)}.`],
  }
}

function digestOf({ mentions, scores }: ReturnType<Replay>, observedDays: readonly Day[]): string {
  const hash = createHash('sha256')
  const [from, to] = [observedDays[0]!, observedDays.at(-1)!]
  for (const [id, own] of [...mentions].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stories = storiesOf(own, observedDays)
    const threshold = alertSettings.negativeArticle
    const alerts = stories.flatMap((story) => alertsOf(story, threshold))
    hash.update(
      JSON.stringify([
        id,
        dailySentiment(own, from, to),
        [...(scores.get(id) ?? [])],
        stories.flatMap((story) => alertEventsOf(story, threshold)),
        alerts,
      ]),
    )
  }
  return hash.digest('hex')
}
