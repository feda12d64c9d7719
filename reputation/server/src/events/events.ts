/** The events of the reputation service: what a company can have sent to it. */
import { type EventCatalogue, eventMaker } from '@service/foundation/webhooks/model/event.ts'
import { alertKind, articleTag, riskOnlyTag } from './alert.ts'
import { reportReady } from './report-ready.ts'
import { reputationDrop } from './reputation-drop.ts'
import { screeningMatch } from './screening-match.ts'

export { AlertSeverity, alertArticle, articleTag, riskOnlyTag, severities } from './alert.ts'
export { CompanyReference } from './company-reference.ts'
export { companyReference } from './company-reference-store.ts'

export const eventCatalogue = {
  kinds: {
    'alert.critical': alertKind('critical'),
    'alert.high': alertKind('high'),
    'report.ready': reportReady,
    'reputation.drop': reputationDrop,
    'screening.match': screeningMatch,
  },
  choices: {
    alerts: {
      summary: 'Which alerts are sent: `all`, or only risk assessments (`risks`).',
      skips: { all: [riskOnlyTag], risks: [articleTag] },
      default: 'all',
    },
  },
} satisfies EventCatalogue

/** Makes an event of the catalogue, to be appended in the transaction that caused it. */
export const newEvent = eventMaker(eventCatalogue)
