import { randomBytes } from 'node:crypto'
import type { Command } from '@service/foundation/admin/command.ts'
import {
  guarded,
  makeAdministration,
  type Administration as Shared,
} from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { existingSealer } from '@service/foundation/program/open-secrets.ts'
import { quotaPruner } from '@service/foundation/quota/quota.ts'
import { allSealedRows } from '@service/foundation/sealing/sealing.ts'
import {
  sealedFactors,
  sealedSignOnSecrets,
  signInPruners,
  signInRedactor,
} from '@service/foundation/sign-in/sign-in.ts'
import { sealedWebhooks, webhookPruners, webhookRedactors } from '@service/foundation/webhooks/webhooks.ts'
import { access } from './access/access.ts'
import type { Config } from './config.ts'
import { type ListActs, listRules, listsAccept, listsStatus, makeListActs } from './lists/lists.ts'
import { messagePruners, recipientRedactor, sealedChannels } from './messages/messages.ts'
import { migrations } from './migration-folders.ts'
import { makeNewsActs, type NewsActs, newsCommands, newsPruners, newsRedactors } from './news/news.ts'
import { reportPruners, reportRedactor } from './reports/reports.ts'
import { names, screeningPruners, screeningRedactors } from './screening/screening.ts'

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  /** Absent on the command line of a service that is down. */
  outbound?: Outbound
} & Pick<
  Config,
  'host' | 'port' | 'publicBaseUrl' | 'personalDataKeptMs' | 'webhooksKeptMs' | 'newsKeptMs' | 'secretsKeys' | 'dataDir'
>

/** What every service administers, the lists, and the news. */
export type Administration = Shared & ListActs & NewsActs

/** Everything that is kept sealed. */
export const allSealed = allSealedRows([sealedWebhooks, sealedFactors, sealedSignOnSecrets, sealedChannels])

/** The same in the service and on the command line: an erasure must reach all that the service keeps, from both. */
export const administrationOf = ({
  db,
  now,
  newId,
  personalDataKeptMs,
  webhooksKeptMs,
  newsKeptMs,
  outbound,
  ...config
}: Deps): Administration => {
  const deps = { db, now, newId, randomBytes, access, migrations }
  const shared = makeAdministration({
    ...deps,
    pagesUrl: `${config.publicBaseUrl ?? `http://${config.host}:${config.port}`}/admin`,
    redactors: [
      signInRedactor,
      ...screeningRedactors,
      ...newsRedactors,
      reportRedactor,
      recipientRedactor,
      ...webhookRedactors(names),
    ],
    sealing: { rows: allSealed, openSealer: () => existingSealer(config) },
    retention: {
      keptMs: personalDataKeptMs,
      pruners: [
        ...signInPruners,
        quotaPruner,
        ...screeningPruners,
        ...webhookPruners(webhooksKeptMs),
        ...newsPruners({ keptMs: newsKeptMs, now }),
        ...reportPruners(newsKeptMs),
        ...messagePruners(webhooksKeptMs),
      ],
    },
  })
  return { ...shared, ...guarded(makeListActs(deps), listRules), ...makeNewsActs({ ...deps, outbound }) }
}

/** Beside those that every service has. */
export const ownCommands: readonly Command<Administration>[] = [listsStatus, listsAccept, ...newsCommands]
