import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { TimeWork } from './figures/figures.ts'
import type { TakeInArticles } from './intake/intake.ts'

/** What the pipeline counts and times. */
export interface PipelineMetrics {
  /** Counts what became of the articles that were taken in. */
  counted(takeIn: TakeInArticles): TakeInArticles
  timed: TimeWork
}

export function makePipelineMetrics(metrics: Metrics): PipelineMetrics {
  const articles = metrics.counter('articles_total', 'Articles that this process has taken in, by outcome', ['fate'])
  const seconds = metrics.counter('figures_seconds_total', 'Time that this process has spent on figures, by step', [
    'step',
  ])
  const made = metrics.counter('figures_made_total', 'Figures that this process has made, by step', ['step'])
  return {
    counted: (takeIn) => async (origin, incoming, alongside) => {
      const fates = await takeIn(origin, incoming, alongside)
      for (const fate of fates) articles.inc({ fate })
      return fates
    },
    async timed(step, work) {
      const began = performance.now()
      await work()
      seconds.inc({ step }, (performance.now() - began) / 1_000)
      made.inc({ step })
    },
  }
}
