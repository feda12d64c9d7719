import { addressOf, Updated } from '@service/ui/api/api.ts'
import { Select, TextField } from '@service/ui/field.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { formatChange } from '@service/ui/numbers.ts'
import { Filters, Page } from '@service/ui/page.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useList, useLive } from '../api/api.ts'
import { toneKinds } from '../news/model/tones.ts'
import { ArticleLink, ShownNews } from '../news/news.ts'
import { useMay } from '../session/session.ts'
import { queryOf } from './model/query.ts'
import { type ArticleSearch, tones } from './model/search.ts'
import { type Article, categories, categoryWords, gravityWords, languageWords } from './model/words.ts'
import './articles.css'

export function ArticlesPage() {
  const search = useSearch({ from: '/shell/articles' })
  const query = queryOf(search)
  const list = useList('listArticles', { query }, ({ articles }) => articles)
  return (
    <Page
      title="Articles"
      note="Every article that names the company, and how it was judged. All figures are computed from these."
      actions={
        <>
          <Updated live={list} />
          <a
            className="button"
            href={addressOf('/api/v1/articles', {}, { ...query, limit: 200, format: 'csv' })}
            download="articles.csv"
          >
            CSV
          </a>
          {search.which === 'corrected' && (
            <a
              className="button"
              href={addressOf('/api/v1/article-labels', {}, { format: 'ndjson' })}
              download="labels.ndjson"
            >
              Labels
            </a>
          )}
        </>
      }
    >
      <ArticleFilters search={search} />
      <ShownNews live={list} absent="No article yet">
        {(rows) =>
          rows.length > 0 ? (
            <Table
              caption="Articles"
              captionHidden
              rows={rows}
              keyOf={({ articleId }) => articleId}
              columns={columns}
              more={list.more}
            />
          ) : Object.keys(search).length > 0 ? (
            <Empty title="No matching articles" actions={<Link to="/articles">Show all articles</Link>}>
              Nothing matches these filters.
            </Empty>
          ) : (
            <Empty title="No article yet">
              Articles come from feeds and imports, as soon as one names the company. Those of today are read within
              minutes.
            </Empty>
          )
        }
      </ShownNews>
    </Page>
  )
}

const columns: readonly Column<Article>[] = [
  {
    head: 'Article',
    cell: ({ articleId, title, source, publishedAt, correction }) => (
      <div className="art-cell">
        <ArticleLink articleId={articleId} title={title} />
        <span className="small muted">
          {source} · <Time at={publishedAt} /> {correction && <Badge>corrected</Badge>}
        </span>
      </div>
    ),
  },
  {
    head: 'Tone',
    nowrap: true,
    cell: ({ tone }) =>
      tone === null ? <span className="muted">not judged</span> : <State kind={toneKinds[tone] ?? 'off'}>{tone}</State>,
  },
  {
    head: 'Sentiment',
    align: 'end',
    only: 'wide',
    cell: ({ sentimentScore }) => (sentimentScore === null ? '' : formatChange(sentimentScore, 2)),
  },
  {
    head: 'Risk',
    only: 'wide',
    cell: ({ risks: [risk] }) => risk && `${categoryWords(risk.category)}, ${gravityWords[risk.strength]}`,
  },
  { head: 'Alert', only: 'wide', cell: ({ alert }) => alert.isAlert && <State kind="warn">alert</State> },
  {
    head: 'Story',
    only: 'wide',
    nowrap: true,
    cell: ({ story }) =>
      story !== null && (
        <Link to="/articles" search={{ story }}>
          its story
        </Link>
      ),
  },
]

const any = { value: '', label: 'any' }

function ArticleFilters({ search }: { search: ArticleSearch }) {
  const navigate = useNavigate({ from: '/articles' })
  const choose = (changed: Partial<Record<keyof ArticleSearch, string>>) =>
    void navigate({
      search: (before) => {
        const merged = Object.entries({ ...before, ...changed }).filter(([, value]) => value !== '')
        return Object.fromEntries(merged) as ArticleSearch
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <Filters label="Articles">
      <Select
        label="Which"
        value={search.which ?? ''}
        options={[
          { value: '', label: 'counted in figures' },
          { value: 'left-out', label: 'left out of figures' },
          { value: 'unjudged', label: 'in languages not judged' },
          { value: 'corrected', label: 'corrected by people' },
          { value: 'all', label: 'all' },
        ]}
        onChange={(which) => choose({ which })}
      />
      <Typed label="From" type="date" value={search.from} onChange={(from) => choose({ from })} />
      <Typed label="To" type="date" value={search.to} onChange={(to) => choose({ to })} />
      <Select
        label="Tone"
        value={search.tone ?? ''}
        options={[any, ...tones.map((value) => ({ value, label: value }))]}
        onChange={(tone) => choose({ tone })}
      />
      <Select
        label="Risk"
        value={search.category ?? ''}
        options={[any, ...categories.map((value) => ({ value, label: categoryWords(value) }))]}
        onChange={(category) => choose({ category })}
      />
      <Typed label="Outlet" value={search.outlet} onChange={(outlet) => choose({ outlet })} />
      <Select
        label="Language"
        value={search.language ?? ''}
        options={[any, ...languageOptions(search.language)]}
        onChange={(language) => choose({ language })}
      />
      <SubjectFilter subject={search.subject} onChange={(subject) => choose({ subject })} />
      {search.story !== undefined && (
        <span className="buttons">
          <span>of one story</span>
          <Link to="/articles" search={({ story: _left, ...rest }) => rest}>
            Show all
          </Link>
        </span>
      )}
    </Filters>
  )
}

/** Those that are judged, and what the address names. */
const languageOptions = (chosen: string | undefined) =>
  [...new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', ...(chosen === undefined ? [] : [chosen])])].map((value) => ({
    value,
    label: languageWords(value),
  }))

/** The own subject and the peers, for those who may see them. */
function SubjectFilter({ subject, onChange }: { subject: string | undefined; onChange: (subject: string) => void }) {
  const may = useMay()('subjects:manage')
  const live = useLive('listSubjects', { query: { limit: 200 } }, { enabled: may })
  const peers = live.data?.subjects.filter(({ role }) => role === 'peer') ?? []
  const unknown = subject !== undefined && !peers.some(({ subjectId }) => subjectId === subject)
  if (peers.length === 0 && !unknown) return null
  return (
    <Select
      label="About"
      value={subject ?? ''}
      options={[
        { value: '', label: 'the company' },
        ...peers.map(({ subjectId, name }) => ({ value: subjectId, label: name })),
        ...(unknown ? [{ value: subject, label: subject }] : []),
      ]}
      onChange={onChange}
    />
  )
}

/** Taken over when it is left or Enter is pressed, so that not every letter is searched for. */
function Typed({
  label,
  value = '',
  type = 'text',
  onChange,
}: {
  label: string
  value?: string | undefined
  type?: 'text' | 'date'
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  const take = () => typed.trim() !== value && onChange(typed.trim())
  return (
    <TextField
      label={label}
      type={type}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  )
}
