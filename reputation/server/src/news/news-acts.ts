/** The administration of the news, from all its rooms: each command and query with its rule of who may. */
import { guarded } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { type FeedActs, feedRules, makeFeedActs } from './feeds/feed-acts.ts'
import { type ImportActs, importRules, makeImportActs } from './imports/import-acts.ts'
import { makeSampleActs, type SampleActs, sampleRules } from './sample/sample-acts.ts'
import { makeSubjectActs, type SubjectActs, subjectRules } from './tracking/tracking.ts'
import { type CompletionActs, completionRules, makeCompletionActs } from './visibility/completion-acts.ts'

export type NewsActs = FeedActs & ImportActs & SubjectActs & CompletionActs & SampleActs

type NewsActDeps = { db: Database; now: () => Date; newId: NewId; outbound?: Pick<Outbound, 'faultOf'> | undefined }

export const makeNewsActs = (deps: NewsActDeps): NewsActs => ({
  ...guarded(makeFeedActs(deps), feedRules),
  ...guarded(makeImportActs(deps), importRules),
  ...guarded(makeSubjectActs(deps), subjectRules),
  ...guarded(makeCompletionActs(deps), completionRules),
  ...guarded(makeSampleActs(deps), sampleRules),
})
