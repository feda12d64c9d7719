/** The administration of feeds. */
import type { Guarded, Rules } from '@service/foundation/administration/administration.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { Problem } from '@service/foundation/problem.ts'
import { type AddFeed, type AddFeedDeps, makeAddFeed } from './add-feed.ts'
import { type CatalogueFeed, type CatalogueFilter, inCatalogue } from './catalogue/feed-catalogue.ts'
import { type ChangeFeed, makeChangeFeed } from './change-feed.ts'
import * as feeds from './feed-store.ts'
import { makePollFeed, type PollFeed } from './poll-feed-now.ts'
import { makeRemoveFeed, type RemoveFeed } from './remove-feed.ts'
import type { StoredFeed } from './stored-feed.ts'

type Acts = {
  addFeed: AddFeed
  changeFeed: ChangeFeed
  pollFeed: PollFeed
  removeFeed: RemoveFeed
  /** A company's, or all; newest first. */
  listFeeds(by: Act, companyId: string | undefined): Promise<StoredFeed[]>
  /** A company's own, newest first, and how many there are for everybody. */
  listCompanyFeeds(
    by: Act,
    companyId: string,
    beforeId: string | undefined,
    limit: number,
  ): Promise<{ feeds: StoredFeed[]; sharedFeeds: number }>
  readCompanyFeed(by: Act, companyId: string, id: string): Promise<StoredFeed>
  /** Of the starter catalogue, in the order of their ids. */
  listCatalogueFeeds(by: Act, companyId: string | undefined, filter: CatalogueFilter): Promise<CatalogueFeed[]>
}

export type FeedActs = Guarded<Acts>

export const makeFeedActs = (deps: AddFeedDeps): Acts => ({
  addFeed: makeAddFeed(deps),
  changeFeed: makeChangeFeed(deps),
  pollFeed: makePollFeed(deps),
  removeFeed: makeRemoveFeed(deps),
  listFeeds: (_by, companyId) => feeds.list(deps.db.connection, companyId),
  async listCompanyFeeds(_by, companyId, beforeId, limit) {
    const [found, sharedFeeds] = await Promise.all([
      feeds.listOwned(deps.db.connection, companyId, beforeId, limit),
      feeds.countShared(deps.db.connection),
    ])
    return { feeds: found, sharedFeeds }
  },
  async readCompanyFeed(_by, companyId, id) {
    const feed = await feeds.findOwned(deps.db.connection, companyId, id)
    if (!feed) throw new Problem('not-found', 'Feed not found.')
    return feed
  },
  listCatalogueFeeds: async (_by, _companyId, filter) => inCatalogue(filter),
})

const permission = 'subjects:manage'
const ofCompanyOrOperator = (companyId: string | undefined) =>
  companyId === undefined ? ('operator' as const) : { companyId, permission }

export const feedRules: Rules<Acts> = {
  addFeed: ({ companyId, fetchText }) => (fetchText ? 'operator' : ofCompanyOrOperator(companyId)),
  changeFeed: ofCompanyOrOperator,
  pollFeed: ofCompanyOrOperator,
  removeFeed: ofCompanyOrOperator,
  listFeeds: ofCompanyOrOperator,
  listCompanyFeeds: ofCompanyOrOperator,
  readCompanyFeed: ofCompanyOrOperator,
  listCatalogueFeeds: ofCompanyOrOperator,
}
