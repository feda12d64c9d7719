/**
 * Quality of alerts and of the score's drops, on half a year of real headlines about 64 companies.
 *
 * The corpus is replayed through the same steps as in the service: companies found and judged, risks, stories, levels,
 * scores. Labelled crises must be announced in time and benign spikes left alone; one regular expression does the same
 * beside it.
 */
import { crises } from './alerts/parts/crises.ts'
import { determinism } from './alerts/parts/determinism.ts'
import { drops } from './alerts/parts/drops.ts'
import { halfYears } from './alerts/parts/half-years.ts'
import { read } from './alerts/parts/read.ts'
import { observedDaysOf, riskEventsOf, scoresOf, storiesOf } from './alerts/replay.ts'
import type { Bench, Section } from './harness/bench.ts'
import { readCorpus } from './news/corpus.ts'
import { judgedMentions, openJudge } from './news/judged-mentions.ts'

export const bench: Bench = {
  name: 'alerts',
  summary: 'Crises announced in time, benign news left alone, drops of the score; beside one regular expression.',
  parts: ['crises', 'read', 'drops', 'half-years', 'determinism'],
  async *run({ wanted, data, sampleData }): AsyncIterable<Section> {
    const { articles, companies, events } = readCorpus({ data, sampleData })
    const observedDays = observedDaysOf(articles)
    const judge = openJudge()

    const begun = processorSeconds()
    const mentions = judgedMentions(articles, companies, judge)
    const judged = processorSeconds()
    const stories = new Map([...mentions].map(([id, own]) => [id, storiesOf(own, observedDays)]))
    const clustered = processorSeconds()
    const riskEvents = new Map([...stories].map(([id, own]) => [id, riskEventsOf(own)]))
    const mentionCount = [...mentions.values()].reduce((sum, own) => sum + own.length, 0)
    const seconds = (from: number, to: number) => `${(to - from).toFixed(1)} s`
    yield {
      title: 'Corpus',
      figures: [
        {
          name: 'mentions a second, judged and clustered',
          value: mentionCount / (clustered - begun),
          unit: '1/s',
        },
      ],
      notes: [
        `${articles.length} articles on ${observedDays.length} days, ${mentionCount} mentions of ${companies.length} companies.`,
        `Judged in ${seconds(begun, judged)}, clustered and assessed in ${seconds(judged, clustered)} of processor time.`,
        `Sentiment by ${judge.name} ${judge.version}.`,
      ],
    }
    if (wanted('crises')) {
      const storyOf = new Map(articles.map(({ id, story }) => [id, story]))
      yield crises({ events, mentions, stories, riskEvents, storyOf, observedDays })
    }
    if (wanted('read')) yield read([...riskEvents.keys()].sort().flatMap((id) => riskEvents.get(id)!))
    if (wanted('drops') || wanted('half-years')) {
      const scores = scoresOf(companies, mentions, observedDays)
      if (wanted('drops')) yield drops(events, scores, observedDays)
      if (wanted('half-years')) yield halfYears(scores, observedDays)
    }
    if (wanted('determinism')) {
      yield determinism(articles, observedDays, (given) => {
        const mentions = judgedMentions(given, companies, judge)
        return { mentions, scores: scoresOf(companies, mentions, observedDaysOf(given)) }
      })
    }
  },
}

/** Of this process so far: other work on the machine does not lengthen it. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
