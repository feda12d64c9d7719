import { addressOf, Refusal, Shown, troubleOf, Updated } from '@service/ui/api/api.ts'
import { Select, TextField } from '@service/ui/field.tsx'
import { useKeys } from '@service/ui/keys.ts'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { formatCount } from '@service/ui/numbers.ts'
import { Filters, Page, Tabs } from '@service/ui/page.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useList, useLive } from '../api/api.ts'
import './alerts.css'
import { InboxRow } from './inbox-row.tsx'
import { type AlertStory, queryOf, viewWords } from './model/query.ts'
import { type InboxSearch, type View, views } from './model/search.ts'
import { categories, categoryWords } from './model/words.ts'
import { useTriage } from './use-triage.ts'

const TriageDialogs = lazy(() => import('./triage-dialogs.tsx'))

const route = '/shell/alerts'
const rowLink = '[data-story] a'

export function InboxPage() {
  const search = useSearch({ from: route })
  const query = queryOf(search)
  const list = useList('listAlertStories', { query }, ({ stories }) => stories)
  // Without a subject of its own there is no news of the company.
  const isUnwatched = list.error instanceof Refusal && list.error.status === 404
  return (
    <Page
      title="Alerts"
      note="Stories with alerts, newest first. Decisions here change neither the API’s list of alerts nor webhooks."
      actions={
        <>
          <Updated live={list} />
          <a
            className="button"
            href={addressOf('/api/v1/alert-stories', {}, { ...query, limit: 200, format: 'csv' })}
            download="stories.csv"
          >
            CSV
          </a>
        </>
      }
    >
      {isUnwatched ? (
        <Empty
          title="The company is not set up yet"
          actions={<ScreenLink to="/subjects">Set up the company’s subject</ScreenLink>}
        >
          {list.error?.message}
        </Empty>
      ) : (
        <>
          <ViewTabs search={search} />
          <InboxFilters search={search} />
          <Shown live={list}>
            {(rows) => (rows.length === 0 ? <NoStories search={search} /> : <Inbox rows={rows} more={list.more} />)}
          </Shown>
        </>
      )}
    </Page>
  )
}

function ViewTabs({ search: { view: chosen, ...rest } }: { search: InboxSearch }) {
  const counts = useLive('listAlertStories', { query: { limit: 1 } }).data?.counts
  const count = (view: View | 'new'): ReactNode =>
    view === 'all' ? null : <span className="alert-count">{counts && formatCount(counts[view])}</span>
  const tab = (view: View | undefined) => (
    <Link
      key={view ?? 'new'}
      to="/alerts"
      search={{ ...rest, ...(view && { view }) }}
      activeOptions={{ exact: true, includeSearch: true }}
      resetScroll={false}
      aria-current={view === chosen ? 'page' : undefined}
    >
      {viewWords[view ?? 'new']} {count(view ?? 'new')}
    </Link>
  )
  return (
    <Tabs label="Which stories">
      {tab(undefined)}
      {views.map(tab)}
    </Tabs>
  )
}

const any = { value: 'any', label: 'any' } as const

function InboxFilters({ search }: { search: InboxSearch }) {
  const navigate = useNavigate()
  const choose = (name: keyof InboxSearch, value: string) => {
    const { [name]: _replaced, ...rest } = search
    const chosen = value === 'any' || value === '' ? rest : { ...rest, [name]: value }
    void navigate({ to: '/alerts', search: chosen, replace: true, resetScroll: false })
  }
  return (
    <Filters label="Stories">
      <Select
        label="Severity"
        value={search.severity ?? 'any'}
        options={[any, { value: 'critical', label: 'critical' }, { value: 'high', label: 'high' }]}
        onChange={(value) => choose('severity', value)}
      />
      <Select
        label="Risk category"
        value={search.category ?? 'any'}
        options={[any, ...categories.map((value) => ({ value, label: categoryWords[value] }))]}
        onChange={(value) => choose('category', value)}
      />
      <TextField
        label="Headline contains"
        maxLength={200}
        value={search.text ?? ''}
        onChange={(value) => choose('text', value)}
      />
      <TextField label="From" type="date" value={search.from ?? ''} onChange={(value) => choose('from', value)} />
      <TextField label="To" type="date" value={search.to ?? ''} onChange={(value) => choose('to', value)} />
    </Filters>
  )
}

function NoStories({ search: { view, ...filters } }: { search: InboxSearch }) {
  if (Object.keys(filters).length > 0) {
    return (
      <Empty
        title="No matching stories"
        actions={
          <Link to="/alerts" search={view ? { view } : {}}>
            Clear the filters
          </Link>
        }
      >
        Nothing matches these filters.
      </Empty>
    )
  }
  if (view !== undefined && view !== 'all') {
    return (
      <Empty title={`No story is ${view}`} actions={<Link to="/alerts">See those that are new</Link>}>
        Stories appear here when people in the company decide about them.
      </Empty>
    )
  }
  return (
    <Empty
      title={view === 'all' ? 'No story has raised an alert' : 'Nothing to review'}
      actions={<ScreenLink to="/settings/alerts">See the alert threshold</ScreenLink>}
    >
      A story appears here when an article about the company is negative or reports a grave fact, or when its risk has
      spread widely. It stays until somebody has seen it.
    </Empty>
  )
}

type Asked = { story: AlertStory; dialog: 'assign' | 'close' }

function Inbox({ rows, more }: { rows: readonly AlertStory[]; more: ReturnType<typeof useList>['more'] }) {
  const may = useMay()('alerts:triage')
  const list = useRef<HTMLDivElement>(null)
  const left = useRef<number>(undefined)
  const [asked, setAsked] = useState<Asked>()
  const triage = useTriage(() => setAsked(undefined))
  const linkOf = (index: number) => list.current?.querySelectorAll<HTMLElement>(rowLink)[index]
  const currentIndex = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-story]')
    return rows.findIndex(({ story }) => story === row?.dataset.story)
  }
  const withCurrent = (act: (story: AlertStory) => void) => () => {
    const story = rows[currentIndex()]
    if (story) act(story)
  }
  const decide: typeof triage.decide = (...given) => {
    left.current = rows.findIndex(({ story }) => story === given[0].story)
    triage.decide(...given)
  }
  const ask = (dialog: Asked['dialog']) => (story: AlertStory) => {
    triage.reset()
    setAsked({ story, dialog })
  }
  const see = (story: AlertStory) => decide(story, { state: 'seen' }, 'Story seen')
  const mute = (story: AlertStory) =>
    story.muted === 'story' ? decide(story, { muted: false }, 'Unmuted') : decide(story, { muted: true }, 'Story muted')
  const moving = [
    { key: 'j', words: 'next story', run: () => linkOf(Math.min(currentIndex() + 1, rows.length - 1))?.focus() },
    { key: 'k', words: 'previous story', run: () => linkOf(Math.max(currentIndex() - 1, 0))?.focus() },
  ]
  const deciding = [
    { key: 's', words: 'mark as seen', run: withCurrent(see) },
    { key: 'a', words: 'assign', run: withCurrent(ask('assign')) },
    { key: 'c', words: 'close, with a note', run: withCurrent(ask('close')) },
    { key: 'm', words: 'mute or unmute', run: withCurrent(mute) },
    { key: 'u', words: 'undo the last decision', run: triage.takeBack },
  ]
  const onKeyDown = useKeys('Stories', may ? [...moving, ...deciding] : moving)

  // When a story that was decided about leaves the list, the focus goes to the one in its place.
  useEffect(() => {
    if (left.current === undefined || document.activeElement !== document.body) return
    linkOf(Math.min(left.current, rows.length - 1))?.focus()
    left.current = undefined
  })

  return (
    <>
      {triage.error !== null && asked === undefined && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(triage.error).message}</Notice>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: single letters beside the buttons inside, which do the same */}
      <div ref={list} onKeyDown={onKeyDown}>
        <ol className="alert-list">
          {rows.map((story) => (
            <InboxRow
              key={story.story}
              story={story}
              decisions={
                may ? { see, mute, reopen: () => decide(story, { state: 'new' }, 'Story reopened'), ask } : undefined
              }
            />
          ))}
        </ol>
        {more && (
          <div className="table-foot">
            <button type="button" className="button" data-size="small" onClick={more.onMore}>
              {more.isLoading ? 'Loading …' : `Load ${more.count} more`}
            </button>
            <span>{rows.length} shown</span>
          </div>
        )}
      </div>
      {may && (
        <p className="small muted">
          Keys in the list: <kbd>j</kbd> <kbd>k</kbd> move, <kbd>s</kbd> seen, <kbd>a</kbd> assign, <kbd>c</kbd> close,{' '}
          <kbd>m</kbd> mute, <kbd>u</kbd> undo, <kbd>?</kbd> all keys.
        </p>
      )}
      <Suspense>
        {asked && <TriageDialogs {...asked} triage={{ ...triage, decide }} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  )
}
