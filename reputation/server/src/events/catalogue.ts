/** The events of the reputation service: what a company can have sent to it. */
import type { EventCatalogue } from '@service/foundation/webhooks/model/event.ts'
import { alertKind, articleTag, riskOnlyTag } from './alert.ts'
import { reportReady } from './report-ready.ts'
import { reputationDrop } from './reputation-drop.ts'
import { screeningMatch } from './screening-match.ts'

export const eventCatalogue: EventCatalogue = {
  kinds: {
    'alert.critical': alertKind('critical'),
    'alert.high': alertKind('high'),
    'report.ready': reportReady,
    'reputation.drop': reputationDrop,
    'screening.match': screeningMatch,
  },
  choices: {
    alerts: {
      summary: 'Which alerts: `all`, or those of risk assessments only (`risks`).',
      skips: { all: [riskOnlyTag], risks: [articleTag] },
      default: 'all',
    },
  },
}
