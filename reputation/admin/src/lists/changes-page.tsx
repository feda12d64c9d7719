import { Shown, troubleOf } from '@service/ui/api/api.ts'
import { Button, Buttons } from '@service/ui/button.tsx'
import { Select } from '@service/ui/field.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Filters, Page, Panel, Section } from '@service/ui/page.tsx'
import { State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { formatTime, TimeZone } from '@service/ui/time.tsx'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useContext } from 'react'
import { call, type Output, useAct, useList, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'

type Version = Output<'listListVersions'>['versions'][number]
type Change = Output<'listListChanges'>['changes'][number]
type ListId = Output<'listLists'>['lists'][number]['list']

/** What differs between two versions of a list, and whose past screenings that bears on. */
export function ChangesPage() {
  const { list } = useParams({ from: '/shell/lists/$list/changes' })
  const live = useLive('listListVersions', { path: { list: list as ListId } }, { everyMs: 300_000 })
  return (
    <Page
      title="List changes"
      note={
        <>
          Differences between two versions of {list}, field by field. <Link to="/lists">All lists</Link>
        </>
      }
    >
      <Shown live={live}>
        {({ versions }) =>
          versions.length < 2 ? (
            <Empty title="Only one version so far">
              As soon as the authority publishes another, this page shows what it changed and which of your past
              screenings it affects.
            </Empty>
          ) : (
            <Between list={list as ListId} versions={versions} />
          )
        }
      </Shown>
    </Page>
  )
}

function Between({ list, versions }: { list: ListId; versions: readonly Version[] }) {
  const search = useSearch({ from: '/shell/lists/$list/changes' })
  const navigate = useNavigate()
  const timeZone = useContext(TimeZone)
  const known = (id: string | undefined) => versions.find(({ versionId }) => versionId === id)?.versionId
  const to = known(search.to) ?? versions[0]?.versionId ?? ''
  const from = known(search.from) ?? versions[1]?.versionId ?? ''
  const options = versions.map(({ versionId, publishedAt, fetchedAt, sample, entries }, i) => ({
    value: versionId,
    label: `${formatTime(publishedAt ?? fetchedAt, 'day', timeZone)}, ${formatCount(entries)} entries${i === 0 ? ', in use' : ''}${sample ? ', sample' : ''}`,
  }))
  const choose = (chosen: { from?: string; to?: string }) =>
    void navigate({
      to: '/lists/$list/changes',
      params: { list },
      search: { from, to, ...chosen },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <Filters label="Versions">
        <Select label="From" value={from} options={options} onChange={(value) => choose({ from: value })} />
        <Select label="To" value={to} options={options} onChange={(value) => choose({ to: value })} />
      </Filters>
      <Affected key={`${from} ${to}`} list={list} from={from} to={to} />
      <Changes list={list} from={from} to={to} />
    </>
  )
}

type Ends = { list: ListId; from: string; to: string }

function Affected({ list, from, to }: Ends) {
  const may = useMay()('screenings:create')
  const navigate = useNavigate()
  const live = useLive('listAffectedScreenings', { path: { list, from, to } }, { everyMs: 600_000 })
  const again = useAct(
    (screeningIds: readonly string[]) =>
      call('createScreeningBatch', { body: { screeningIds, label: `affected by a change of ${list}` } }),
    {
      done: ({ names }) => `${counted(names, 'name')} accepted`,
      onDone: ({ batchId }) => void navigate({ to: '/screening/batches', search: { batch: batchId } }),
    },
  )
  return (
    <Section title="Your past screenings">
      <Shown live={live}>
        {({ screenings, looked, complete }) => (
          <Panel>
            <p>
              {screenings.length === 0 ? (
                <State kind="good">affects none of your past screenings</State>
              ) : (
                <State kind="warn">affects {formatCount(screenings.length)} of your past screenings</State>
              )}{' '}
              <span className="muted">
                {complete
                  ? `All ${counted(looked, 'record')} were compared.`
                  : `Your newest ${counted(looked, 'record')} were compared.`}
              </span>
            </p>
            {screenings.length > 0 && (
              <Table
                caption="Affected screenings"
                captionHidden
                rows={screenings.slice(0, 20)}
                keyOf={({ screeningId }) => screeningId}
                columns={affectedColumns}
                foot={screenings.length > 20 && <span>{formatCount(screenings.length - 20)} more</span>}
              />
            )}
            {again.error !== null && <Notice kind="bad">{troubleOf(again.error).message}</Notice>}
            {may && screenings.length > 0 && (
              <Buttons>
                <Button
                  kind="primary"
                  busy={again.busy}
                  onClick={() => again.run(screenings.map(({ screeningId }) => screeningId))}
                >
                  Screen {counted(screenings.length, 'name')} again
                </Button>
                <span className="muted">Costs {counted(screenings.length, 'request')}.</span>
              </Buttons>
            )}
          </Panel>
        )}
      </Shown>
    </Section>
  )
}

const affectedColumns: readonly Column<Output<'listAffectedScreenings'>['screenings'][number]>[] = [
  {
    head: 'Name',
    cell: ({ screeningId, query }) => (
      <Link to="/screening/$screeningId" params={{ screeningId }}>
        <bdi>{query}</bdi>
      </Link>
    ),
  },
  {
    head: 'Because',
    cell: ({ because, entityId }) => (
      <>
        {because === 'shown' ? 'its record shows' : 'it would now match'} <span className="mono">{entityId}</span>
      </>
    ),
  },
  { head: 'Your reference', only: 'wide', cell: ({ reference }) => reference !== null && <bdi>{reference}</bdi> },
]

function Changes({ list, from, to }: Ends) {
  const first = useLive('listListChanges', { path: { list, from, to }, query: { limit: 1 } }, { everyMs: 600_000 })
  const changes = useList('listListChanges', { path: { list, from, to } }, ({ changes }) => changes, {
    everyMs: 600_000,
  })
  return (
    <Section title="Differences">
      {first.data && (
        <p>
          {formatCount(first.data.counts.added)} added · {formatCount(first.data.counts.changed)} changed ·{' '}
          {formatCount(first.data.counts.removed)} removed
        </p>
      )}
      <Shown live={changes}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">These two versions are identical.</p>
          ) : (
            <Table
              caption="Changes"
              captionHidden
              rows={rows}
              keyOf={({ entityId }) => entityId}
              columns={columns}
              more={changes.more}
            />
          )
        }
      </Shown>
    </Section>
  )
}

const columns: readonly Column<Change>[] = [
  {
    head: 'Entry',
    cell: ({ entityId, name }) => (
      <>
        {name !== null && <bdi>{name} </bdi>}
        <span className="mono muted">{entityId}</span>
      </>
    ),
  },
  {
    head: 'Change',
    cell: ({ kind, fields }) =>
      kind === 'changed' ? (
        <dl className="facts">
          {fields.map((field) => (
            <div key={field.field}>
              <dt>{field.field}</dt>
              <dd>
                <FieldChange change={field} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <State kind={kind === 'added' ? 'info' : 'off'}>{kind}</State>
      ),
  },
]

const maxValues = 12

function FieldChange({ change: { before, after, added = [], removed = [] } }: { change: Change['fields'][number] }) {
  return (
    <>
      {before !== undefined && (
        <del>
          <bdi>{words(before)}</bdi>
        </del>
      )}{' '}
      {after !== undefined && (
        <ins>
          <bdi>{words(after)}</bdi>
        </ins>
      )}
      {removed.slice(0, maxValues).map((value) => (
        <del key={words(value)}>
          <bdi>{words(value)}</bdi>{' '}
        </del>
      ))}
      {added.slice(0, maxValues).map((value) => (
        <ins key={words(value)}>
          <bdi>{words(value)}</bdi>{' '}
        </ins>
      ))}
      {removed.length + added.length > 2 * maxValues && <span className="muted"> and more</span>}
    </>
  )
}

/** A value of a list as text: a name, an identifier, a date. */
function words(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { name, kind, value: number, country, strength } = value as Record<string, unknown>
  if (typeof name === 'string') return strength === 'weak' ? `${name} (weak)` : name
  return [kind, number, country].filter(Boolean).join(' ')
}
