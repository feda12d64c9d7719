/**
 * Everything that happens to the deployments of a company, as one feed: in pages, or as server-sent events while it happens.
 *
 * A reader that resumes misses nothing and reads nothing twice, whichever process it comes to: events are read by their
 * position in the feed, which is given in the order in which they become visible (`feed-store.ts`). Each transaction that appends events
 * notifies all processes with its commit (`events/`); readers also poll, for a notification may be lost.
 */
export type { FeedEvent, FeedFilter } from './feed-store.ts'
export { type EventFeed, makeEventFeed } from './read-feed.ts'
export { type EventFeedDeps, eventFeedRoutes } from './routes.ts'
