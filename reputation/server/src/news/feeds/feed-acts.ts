/** The administration of feeds. */
import { type Guarded, operatorsOnly, type Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { type AddFeed, makeAddFeed } from './add-feed.ts'
import * as feeds from './feed-store.ts'
import { makePollFeed, type PollFeed } from './poll-feed-now.ts'
import { makeRemoveFeed, type RemoveFeed } from './remove-feed.ts'
import type { StoredFeed } from './stored-feed.ts'

type Acts = {
  addFeed: AddFeed
  pollFeed: PollFeed
  removeFeed: RemoveFeed
  /** A company's, or all; newest first. */
  listFeeds(by: Act, companyId: string | undefined): Promise<StoredFeed[]>
}

export type FeedActs = Guarded<Acts>

export const makeFeedActs = (deps: { db: Database; now: () => Date; newId: NewId }): Acts => ({
  addFeed: makeAddFeed(deps),
  pollFeed: makePollFeed(deps),
  removeFeed: makeRemoveFeed(deps),
  listFeeds: (_by, companyId) => feeds.list(deps.db.connection, companyId),
})

const permission = 'subjects:manage'

export const feedRules: Rules<Acts> = {
  addFeed: ({ companyId }) => (companyId === undefined ? 'operator' : { companyId, permission }),
  pollFeed: operatorsOnly,
  removeFeed: operatorsOnly,
  listFeeds: (companyId) => (companyId === undefined ? 'operator' : { companyId, permission }),
}
