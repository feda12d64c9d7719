import { randomBytes } from 'node:crypto'
import type { Command } from '@service/foundation/admin/command.ts'
import { type Administration, makeAdministration } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { existingSealer } from '@service/foundation/program/open-secrets.ts'
import { sealedWebhooks, webhookPruners, webhookRedactors } from '@service/foundation/webhooks/webhooks.ts'
import { access } from './access/access.ts'
import type { Config } from './config.ts'
import { listsAccept, listsStatus } from './lists/lists.ts'
import { migrations } from './migration-folders.ts'
import { feedAdd, feedList, feedPoll, feedRemove } from './news/feeds/feed-commands.ts'
import { articlesImport, articlesImports } from './news/imports/import-commands.ts'
import { articleRedactor } from './news/privacy/article-redactor.ts'
import { importRedactor } from './news/privacy/import-redactor.ts'
import { newsPruners } from './news/privacy/pruners.ts'
import {
  companyAlerts,
  companySubject,
  subjectAdd,
  subjectList,
  subjectRemove,
  subjectSet,
} from './news/tracking/subject-commands.ts'
import { completionRedactor } from './news/visibility/completion-redactor.ts'
import { visibilityImport, visibilityList } from './news/visibility/visibility-commands.ts'
import { names, screeningPruners, screeningRedactors } from './screening/screening.ts'

type Deps = { db: Database; now: () => Date; newId: NewId } & Pick<
  Config,
  'personalDataKeptMs' | 'webhooksKeptMs' | 'newsKeptMs' | 'secretsKeys' | 'dataDir'
>

/** The same in the service and on the command line: an erasure must reach all that the service keeps, from both. */
export const administrationOf = ({
  db,
  now,
  newId,
  personalDataKeptMs,
  webhooksKeptMs,
  newsKeptMs,
  ...config
}: Deps): Administration =>
  makeAdministration({
    db,
    now,
    newId,
    randomBytes,
    access,
    migrations,
    redactors: [...screeningRedactors, articleRedactor, importRedactor, completionRedactor, ...webhookRedactors(names)],
    sealing: { rows: sealedWebhooks, openSealer: () => existingSealer(config) },
    retention: {
      keptMs: personalDataKeptMs,
      pruners: [...screeningPruners, ...webhookPruners(webhooksKeptMs), ...newsPruners({ keptMs: newsKeptMs, now })],
    },
  })

/** Beside those that every service has. */
export const ownCommands: readonly Command[] = [
  listsStatus,
  listsAccept,
  subjectAdd,
  subjectList,
  subjectSet,
  subjectRemove,
  companySubject,
  companyAlerts,
  feedAdd,
  feedList,
  feedPoll,
  feedRemove,
  articlesImport,
  articlesImports,
  visibilityImport,
  visibilityList,
]
