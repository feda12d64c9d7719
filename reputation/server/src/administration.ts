import { randomBytes } from 'node:crypto'
import type { Command } from '@service/foundation/admin/command.ts'
import {
  guarded,
  makeAdministration,
  type Administration as Shared,
} from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { existingSealer } from '@service/foundation/program/open-secrets.ts'
import { sealedWebhooks, webhookPruners, webhookRedactors } from '@service/foundation/webhooks/webhooks.ts'
import { access } from './access/access.ts'
import type { Config } from './config.ts'
import { type ListActs, listRules, listsAccept, listsStatus, makeListActs } from './lists/lists.ts'
import { migrations } from './migration-folders.ts'
import { type FeedActs, feedRules, makeFeedActs } from './news/feeds/feed-acts.ts'
import { feedAdd, feedList, feedPoll, feedRemove } from './news/feeds/feed-commands.ts'
import { type ImportActs, importRules, makeImportActs } from './news/imports/import-acts.ts'
import { articlesImport, articlesImports } from './news/imports/import-commands.ts'
import { articleRedactor } from './news/privacy/article-redactor.ts'
import { importRedactor } from './news/privacy/import-redactor.ts'
import { newsPruners } from './news/privacy/pruners.ts'
import { makeSubjectActs, type SubjectActs, subjectRules } from './news/tracking/subject-acts.ts'
import {
  companyAlerts,
  companySubject,
  subjectAdd,
  subjectList,
  subjectRemove,
  subjectSet,
} from './news/tracking/subject-commands.ts'
import { type CompletionActs, completionRules, makeCompletionActs } from './news/visibility/completion-acts.ts'
import { completionRedactor } from './news/visibility/completion-redactor.ts'
import { visibilityImport, visibilityList } from './news/visibility/visibility-commands.ts'
import { names, screeningPruners, screeningRedactors } from './screening/screening.ts'

type Deps = { db: Database; now: () => Date; newId: NewId } & Pick<
  Config,
  'personalDataKeptMs' | 'webhooksKeptMs' | 'newsKeptMs' | 'secretsKeys' | 'dataDir'
>

/** What every service administers, the lists, and the news. */
export type Administration = Shared & ListActs & FeedActs & ImportActs & SubjectActs & CompletionActs

/** The same in the service and on the command line: an erasure must reach all that the service keeps, from both. */
export const administrationOf = ({
  db,
  now,
  newId,
  personalDataKeptMs,
  webhooksKeptMs,
  newsKeptMs,
  ...config
}: Deps): Administration => ({
  ...makeAdministration({
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
  }),
  ...guarded(makeListActs({ db, now, newId }), listRules),
  ...guarded(makeFeedActs({ db, now, newId }), feedRules),
  ...guarded(makeImportActs({ db, now, newId }), importRules),
  ...guarded(makeSubjectActs({ db, now, newId }), subjectRules),
  ...guarded(makeCompletionActs({ db, now, newId }), completionRules),
})

/** Beside those that every service has. */
export const ownCommands: readonly Command<Administration>[] = [
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
