import type { ReportDocument } from '../model/report-document.ts'
import type { ReportFacts } from '../model/report-facts.ts'
import { counted, whole } from './words.ts'

/** What left the house in the month, and what was screened: counts alone, no names. */
export function sentPage({ sent, screened, news: { alerts } }: ReportFacts): ReportDocument['sent'] {
  const total = sent.deliveries.reduce((sum, { succeeded, failed, pending }) => sum + succeeded + failed + pending, 0)
  const { screenings, withMatches, trueMatches, falseMatches } = screened
  return {
    sentence: `${counted(alerts.critical + alerts.high, 'alert')} ${alerts.critical + alerts.high === 1 ? 'was' : 'were'} raised, ${counted(total, 'delivery', 'deliveries')} ${total === 1 ? 'was' : 'were'} made to webhooks, and ${counted(screenings, 'screening')} ${screenings === 1 ? 'was' : 'were'} run.`,
    alerts: [
      ['Critical', whole(alerts.critical)],
      ['High', whole(alerts.high)],
      ['All', whole(alerts.critical + alerts.high)],
    ],
    deliveries: [
      ...sent.deliveries.map(({ kind, succeeded, failed, pending }) => [
        kind,
        whole(succeeded + failed + pending),
        whole(succeeded),
        whole(failed),
        whole(pending),
      ]),
      ['All', ...totals(sent.deliveries)],
    ],
    screenings: [
      ['Screenings', whole(screenings)],
      ['… with a match', whole(withMatches)],
      ['… without', whole(screenings - withMatches)],
      ['Verdicts: true match', whole(trueMatches)],
      ['Verdicts: false match', whole(falseMatches)],
    ],
    note:
      `${sent.webhooks === 0 ? 'No webhook is registered. ' : `${counted(sent.webhooks, 'webhook')} ${sent.webhooks === 1 ? 'is' : 'are'} registered. `}` +
      'A delivery is one event for one webhook; test events are left out. Screenings and verdicts are counted by when they ' +
      'were made. Names that were screened are in no report.',
  }
}

function totals(deliveries: ReportFacts['sent']['deliveries']): string[] {
  const sum = (of: (one: (typeof deliveries)[number]) => number) =>
    whole(deliveries.reduce((total, one) => total + of(one), 0))
  return [
    sum(({ succeeded, failed, pending }) => succeeded + failed + pending),
    sum(({ succeeded }) => succeeded),
    sum(({ failed }) => failed),
    sum(({ pending }) => pending),
  ]
}
