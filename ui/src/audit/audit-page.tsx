import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { addressOf, Shown, Updated } from '../api/api.ts'
import { type AccountOutput, account, thisApp } from '../app/app.ts'
import { Copy } from '../copy.tsx'
import { Diff } from '../diff.tsx'
import { Select } from '../field.tsx'
import { Empty, Notice } from '../notice.tsx'
import { Facts, Filters, Page } from '../page.tsx'
import { SidePanel } from '../side-panel.tsx'
import { Table } from '../table.tsx'
import { Time } from '../time.tsx'

type Event = AccountOutput<'listAuditEvents'>['events'][number]

export function AuditPage() {
  const { action, actor, target, event } = useSearch({ from: '/shell/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const list = account.useList('listAuditEvents', { query: { action, actor, target } }, ({ events }) => events)
  const kinds = thisApp().auditKinds
  const narrowed = [action, actor, target].some((filter) => filter !== undefined)
  const open = list.data?.find(({ id }) => id === event)
  return (
    <Page
      title="Audit"
      note="Every administrative action, who took it, and what it changed. Entries cannot be altered or deleted."
      actions={
        <>
          <Updated live={list} />
          <a
            className="button"
            href={addressOf('/auth/audit', {}, { action, actor, target, limit: 200, format: 'csv' })}
            download="audit.csv"
          >
            CSV
          </a>
        </>
      }
    >
      <Filters label="Filters">
        <Select
          label="Kind of action"
          options={kinds}
          value={kinds.find(({ value }) => value === action)?.value ?? ''}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...without(before, 'action', 'event'), ...(value !== '' && { action: value }) }),
            })
          }
        />
        {(actor !== undefined || target !== undefined) && (
          <span className="buttons">
            {actor !== undefined && <span>by {nameOf(list.data, actor)}</span>}
            {target !== undefined && (
              <span>
                on <code>{target}</code>
              </span>
            )}
            <Link to="/audit" search={(before) => without(before, 'actor', 'target', 'event')}>
              Show all
            </Link>
          </span>
        )}
      </Filters>
      <Shown live={list}>
        {(events) =>
          events.length === 0 ? (
            <Empty title={narrowed ? 'No matching entries' : 'Nothing has been changed yet'}>
              {narrowed
                ? 'Nothing matches these filters.'
                : 'Changes of keys, people, webhooks and settings appear here, with who made them and the previous values.'}
            </Empty>
          ) : (
            <div className="split">
              <Table
                caption="Audit"
                captionHidden
                rows={events}
                keyOf={({ id }) => id}
                current={event}
                more={list.more}
                columns={[
                  {
                    head: 'Act',
                    nowrap: true,
                    cell: ({ id, action }) => (
                      <Link to="/audit" search={(before) => ({ ...before, event: id })}>
                        <Act of={action} />
                      </Link>
                    ),
                  },
                  { head: 'Who', cell: ({ actor, actorName }) => <bdi>{actorName ?? actor}</bdi> },
                  { head: 'On', only: 'wide', cell: ({ target }) => <span className="mono">{target}</span> },
                  { head: 'When', nowrap: true, cell: ({ at }) => <Time at={at} /> },
                ]}
              />
              {open && <Detail event={open} />}
            </div>
          )
        }
      </Shown>
    </Page>
  )
}

function Detail({
  event: { id, at, action, actor, actorName, target, before, after, requestId, redacted },
}: {
  event: Event
}) {
  return (
    <SidePanel
      title={action}
      subject={id}
      close={
        <Link className="button" data-kind="quiet" to="/audit" search={(search) => without(search, 'event')}>
          Close
        </Link>
      }
    >
      <Facts
        facts={[
          ['When', <Time key="at" at={at} form="full" />],
          [
            'Who',
            <Link key="who" to="/audit" search={(search) => ({ ...without(search, 'event'), actor })}>
              <bdi>{actorName ?? actor}</bdi>
            </Link>,
          ],
          [
            'On',
            <Link key="on" className="mono" to="/audit" search={(search) => ({ ...without(search, 'event'), target })}>
              {target}
            </Link>,
          ],
          ...(requestId === null
            ? []
            : [
                [
                  'Request',
                  <span key="request">
                    <code>{requestId}</code> <Copy text={requestId} what="request id" />
                  </span>,
                ] as const,
              ]),
        ]}
      />
      {redacted && <Notice kind="warn">Personal data has been taken out.</Notice>}
      {before === null && after === null ? (
        <p className="muted">Nothing else was recorded.</p>
      ) : (
        <Diff before={before} after={after} caption="What changed" />
      )}
    </SidePanel>
  )
}

function without<T extends object>(search: T, ...names: (keyof T)[]): T {
  const rest = { ...search }
  for (const name of names) delete rest[name]
  return rest
}

const nameOf = (events: readonly Event[] | undefined, actor: string): string =>
  events?.find((event) => event.actor === actor)?.actorName ?? actor

/** `webhook.create`, which a narrow column breaks behind the dot. */
function Act({ of: action }: { of: string }) {
  const dot = action.indexOf('.') + 1
  return (
    <>
      {action.slice(0, dot)}
      <wbr />
      {action.slice(dot)}
    </>
  )
}
