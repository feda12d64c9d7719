import { Shown, Updated } from '@service/ui/api/api.ts'
import { formatCount } from '@service/ui/numbers.ts'
import { Facts, Page, Panel, Section } from '@service/ui/page.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { type Output, useLive } from '../api/api.ts'

type List = Output<'listLists'>['lists'][number]

export function ListsPage() {
  const live = useLive('listLists', {})
  return (
    <Page
      title="Sanctions lists"
      note="The lists that names are screened against, their age, and whether the last refresh failed."
      actions={<Updated live={live} />}
    >
      <Shown live={live}>{({ lists }) => lists.map((list) => <ListShown key={list.list} list={list} />)}</Shown>
    </Page>
  )
}

function ListShown({
  list: { list, loaded, publishedAt, fetchedAt, entries, stale, staleSince, staleReason, sample },
}: {
  list: List
}) {
  const versions = useLive('listListVersions', { path: { list } }, { everyMs: 300_000 })
  const current = versions.data?.versions[0]
  return (
    <Section
      title={list}
      actions={
        <Link className="button" to="/lists/$list/changes" params={{ list }}>
          What changed in {list}
        </Link>
      }
    >
      <Panel>
        <p>
          {!loaded ? (
            <State kind="bad">not loaded: nothing can be screened</State>
          ) : stale ? (
            <State kind="warn">stale</State>
          ) : (
            <State kind="good">in use</State>
          )}{' '}
          {sample === true && <Badge kind="sample">sample</Badge>}
        </p>
        <Facts
          facts={[
            [
              'Published',
              publishedAt === null ? (
                <span key="v4" className="muted">
                  its files have no date
                </span>
              ) : (
                <span key="v6">
                  <Time at={publishedAt} form="day" /> (<Time at={publishedAt} form="ago" />)
                </span>
              ),
            ],
            [
              'Last checked',
              fetchedAt === null ? (
                <span key="v14" className="muted">
                  not yet
                </span>
              ) : (
                <span key="v16">
                  <Time at={fetchedAt} form="full" /> (<Time at={fetchedAt} form="ago" />)
                </span>
              ),
            ],
            [
              'Last failed refresh',
              staleReason === undefined ? (
                <span key="v24" className="muted">
                  none: the last refresh succeeded
                </span>
              ) : (
                <span key="v26">
                  {staleReason}
                  {staleSince !== undefined && (
                    <>
                      , since <Time at={staleSince} form="full" />
                    </>
                  )}
                </span>
              ),
            ],
            ['Entries', formatCount(entries)],
            [
              'Source',
              current === undefined ? (
                <span key="unknown" className="muted">
                  …
                </span>
              ) : (
                <bdi key="source">{current.source}</bdi>
              ),
            ],
            [
              'Version',
              current === undefined ? (
                <span key="v44" className="muted">
                  {versions.error ? 'not known' : '…'}
                </span>
              ) : (
                <span key="v46">
                  <code>{current.versionId}</code>{' '}
                  <span className="muted">of {formatCount(versions.data?.versions.length ?? 1)} kept</span>
                </span>
              ),
            ],
          ]}
        />
      </Panel>
    </Section>
  )
}
