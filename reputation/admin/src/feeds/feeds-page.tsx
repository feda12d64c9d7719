import { Shown, Updated } from '@service/ui/api/api.ts'
import { Empty } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Page } from '@service/ui/page.tsx'
import { PanelPlace } from '@service/ui/panel-place.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { useList, useLive } from '../api/api.ts'
import { type Feed, intervalWords, outcomeWords, stateOf } from './model/words.ts'
import './feeds.css'

/** Fetched when a feed is opened. */
const FeedPanel = lazy(() => import('./feed-panel.tsx'))

const columns: readonly Column<Feed>[] = [
  {
    head: 'Feed',
    cell: ({ feedId, name, url, kind }) => (
      <span className="fed-cell">
        <Link to="/feeds" search={{ feed: feedId }}>
          <bdi>{name ?? url}</bdi>
        </Link>
        {kind !== 'feed' && <Badge>{kind}</Badge>}
      </span>
    ),
  },
  {
    head: 'State',
    cell: (feed) => {
      const { kind, word } = stateOf(feed)
      return (
        <span className="fed-cell">
          <State kind={kind}>{word}</State>
          {feed.health === 'failing' && feed.outcome !== null && (
            <span className="small muted">
              {feed.outcome}, {counted(feed.failures, 'time')} in a row
            </span>
          )}
        </span>
      )
    },
  },
  {
    head: 'Last poll',
    only: 'wide',
    cell: ({ lastPolledAt, outcome }) => (
      <span className="fed-cell">
        {lastPolledAt === null ? <span className="muted">not yet</span> : <Time at={lastPolledAt} form="ago" />}
        {outcome !== null && <span className="small muted">{outcome}</span>}
      </span>
    ),
  },
  {
    head: 'Next poll',
    only: 'wide',
    cell: ({ nextPollAt, reason, health }) => (
      <span className="fed-cell">
        {nextPollAt === null ? <span className="muted">none</span> : <Time at={nextPollAt} form="ago" />}
        {reason !== null && health !== 'failing' && <span className="small muted">{reason}</span>}
      </span>
    ),
  },
  { head: 'Rate', only: 'wide', nowrap: true, cell: ({ pollEverySeconds }) => intervalWords(pollEverySeconds) },
]

const add = (
  <Link className="button" data-kind="primary" to="/feeds/new">
    Add a feed
  </Link>
)

export function FeedsPage() {
  const { feed: opened } = useSearch({ from: '/shell/feeds' })
  const list = useList('listFeeds', { query: {} }, ({ feeds }) => feeds, {
    isMoving: (rows) => rows.some(({ health }) => health === 'new'),
  })
  const first = useLive('listFeeds', { query: { limit: 1 } })
  const shared = first.data?.sharedFeeds
  const failing = list.data?.filter(({ health, outcome }) => health === 'failing' && outcomeWords(outcome ?? '')).length
  return (
    <Page
      title="Feeds"
      note={
        <>
          Sources of articles for your company alone.
          {shared !== undefined &&
            shared > 0 &&
            ` The installation polls ${formatCount(shared)} more feeds, which all companies share.`}
        </>
      }
      actions={
        <>
          {failing !== undefined && failing > 0 && <State kind="bad">{counted(failing, 'feed')} failing</State>}
          <Updated live={list} />
          {list.data?.length !== 0 && add}
        </>
      }
    >
      <Shown live={list}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No feed of your own yet" actions={add}>
              A feed brings headlines as they are published: one of the starter catalogue, a search for your name, or
              the address of any RSS, Atom or JSON feed.
            </Empty>
          ) : (
            <div className="split">
              <Table
                caption="Feeds"
                captionHidden
                rows={rows}
                keyOf={({ feedId }) => feedId}
                current={opened}
                columns={columns}
                more={list.more}
              />
              {opened !== undefined && (
                <PanelPlace>
                  <FeedPanel key={opened} feedId={opened} />
                </PanelPlace>
              )}
            </div>
          )
        }
      </Shown>
    </Page>
  )
}
