import { Shown } from '@service/ui/api/api.ts'
import { Empty } from '@service/ui/notice.tsx'
import { State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { type Output, useList } from '../api/api.ts'
import { Quoted } from './inbox-row.tsx'
import type { Story } from './model/query.ts'

type Article = Output<'listArticles'>['articles'][number]

export function StoryArticles({ story: { story } }: { story: Story }) {
  const list = useList('listArticles', { query: { story } }, ({ articles }) => articles)
  return (
    <Shown live={list}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="No articles left">They were removed because of their age, or on request.</Empty>
        ) : (
          <Table
            caption="Articles of the story"
            captionHidden
            rows={rows}
            keyOf={({ articleId }) => articleId}
            columns={columns}
            more={list.more}
          />
        )
      }
    </Shown>
  )
}

/** Addresses of articles are those of strangers: none learns where the reader came from. */
const columns: readonly Column<Article>[] = [
  {
    head: 'Headline',
    cell: ({ title, url, source, risks }) => (
      <>
        <a href={url} target="_blank" rel="noreferrer noopener">
          {title}
        </a>
        <div className="small muted">
          {source}
          {risks.length > 0 && (
            <>
              : <Quoted words={risks.map(({ because }) => because)} />
            </>
          )}
        </div>
      </>
    ),
  },
  { head: 'Published', cell: ({ publishedAt }) => <Time at={publishedAt} />, nowrap: true, only: 'wide' },
  {
    head: 'Alert on its own',
    cell: ({ alert }) => (
      <>
        <State kind={alert.isAlert ? 'warn' : 'off'}>{alert.isAlert ? 'yes' : 'no'}</State>
        <div className="small muted">{reason(alert)}</div>
      </>
    ),
    only: 'wide',
  },
]

/** The reason that decided: for an alert the first that speaks for it, else the first against it. */
const reason = ({ isAlert, reasons }: Article['alert']): string =>
  reasons.find(({ speaks }) => speaks === (isAlert ? 'for' : 'against'))?.because ?? ''
