import { Shown, Updated } from '@service/ui/api/api.ts'
import { Loading } from '@service/ui/notice.tsx'
import { formatCount } from '@service/ui/numbers.ts'
import { Page, Tabs } from '@service/ui/page.tsx'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLive } from '../api/api.ts'
import { ListAges } from './lists-used.tsx'
import { ScreenView } from './screen-view.tsx'
import './screening.css'

// Nobody opens all of them at once.
const UndecidedView = lazy(() => import('./undecided-view.tsx'))
const RecordsView = lazy(() => import('./records-view.tsx'))

const maxCounted = 10_000

export function DeskPage() {
  const { view } = useSearch({ from: '/shell/screening' })
  const lists = useLive('listLists', {})
  const first = useLive('listUndecidedMatches', { query: { limit: 1 } })
  const count = first.data?.count
  const waiting = count === undefined || count === 0 ? '' : `${formatCount(count)}${count >= maxCounted ? '+' : ''}`
  return (
    <Page
      title="Screening"
      note="Screen names against the sanctions lists and decide about matches. A match is a similar name, not a finding."
      actions={<Updated live={lists} />}
    >
      <Tabs label="Screening">
        <Link to="/screening" search={{}} activeOptions={{ exact: true, includeSearch: true }}>
          One name
        </Link>
        <Link to="/screening" search={{ view: 'undecided' }} activeOptions={{ includeSearch: true }}>
          Undecided
          {waiting !== '' && <span className="badge">{waiting}</span>}
        </Link>
        <Link
          to="/screening"
          search={{ view: 'records' }}
          aria-current={view === 'records' ? 'page' : undefined}
          activeOptions={{ includeSearch: true }}
        >
          Records
        </Link>
        <Link to="/screening/batches">Batches</Link>
      </Tabs>
      <Shown live={lists}>
        {({ lists }) => (
          <Suspense fallback={<Loading />}>
            <ListAges lists={lists} />
            {view === 'undecided' ? (
              <UndecidedView />
            ) : view === 'records' ? (
              <RecordsView />
            ) : (
              <ScreenView lists={lists.map(({ list }) => list)} />
            )}
          </Suspense>
        )}
      </Shown>
    </Page>
  )
}
