import { addressOf, Shown, Updated } from '@service/ui/api/api.ts'
import { Chart } from '@service/ui/chart.tsx'
import { Select } from '@service/ui/field.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { counted, formatChange, formatCount } from '@service/ui/numbers.ts'
import { Filters, Page, Panel, Section } from '@service/ui/page.tsx'
import { SidePanel } from '@service/ui/side-panel.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { formatTime } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { stackedDaysChart } from '@service/ui-charts/stacked-days-chart.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Output, useList, useLive } from '../api/api.ts'
import { toneKinds } from '../news/model/tones.ts'
import { ArticleLink, ShownNews } from '../news/news.ts'
import { useMay } from '../session/session.ts'
import { type Days, lengths, type SentimentSearch } from './search.ts'
import './sentiment.css'

type Series = Output<'getSentiment'>
type Day = Series['days'][number]

export function SentimentPage() {
  const search = useSearch({ from: '/shell/sentiment' })
  const { from, to, days } = search
  const query = from !== undefined && to !== undefined ? { from, to } : { days: days ?? 30 }
  const live = useLive('getSentiment', { query })
  return (
    <Page
      title="Sentiment"
      note="Tone of the news about the company, day by day. Days are UTC; today is provisional."
      actions={
        <>
          <Updated live={live} />
          <a
            className="button"
            href={addressOf('/api/v1/sentiment', {}, { ...query, format: 'csv' })}
            download="sentiment.csv"
          >
            CSV
          </a>
        </>
      }
    >
      <DaysFilter search={search} />
      <ShownNews live={live} absent="No news yet">
        {(series) => <Sentiment series={series} day={search.day} />}
      </ShownNews>
    </Page>
  )
}

function DaysFilter({ search: { days, from, to } }: { search: SentimentSearch }) {
  const navigate = useNavigate({ from: '/sentiment' })
  const span = from !== undefined && to !== undefined ? `${dayWords(from)} to ${dayWords(to)}` : undefined
  const options = lengths.map((length) => ({ value: String(length), label: `the last ${length} days` }))
  return (
    <Filters label="Days">
      <Select
        label="Days"
        value={span === undefined ? String(days ?? 30) : 'span'}
        options={span === undefined ? options : [{ value: 'span', label: span }, ...options]}
        onChange={(value) => {
          if (value === 'span') return
          void navigate({
            search: value === '30' ? {} : { days: Number(value) as Days },
            replace: true,
            resetScroll: false,
          })
        }}
      />
    </Filters>
  )
}

function Sentiment({ series: { days, subject, sample }, day }: { series: Series; day: string | undefined }) {
  const total = days.reduce((sum, { articleCount }) => sum + articleCount, 0)
  const silent = days.filter(({ articleCount }) => articleCount === 0).length
  const unjudged = days.reduce((sum, one) => sum + one.unjudged, 0)
  const labels = days.map(({ date }) => shortDay(date))
  if (total + unjudged === 0) {
    return (
      <Empty title="No news in these days">
        No article about the company was published. A day without news has no sentiment: silence is not neutral.
      </Empty>
    )
  }
  const open = days.find(({ date }) => date === day)
  const rows = [...days].reverse().filter(({ articleCount, unjudged }) => articleCount + unjudged > 0)
  const [lowest] = days
    .filter(({ averageScore }) => averageScore !== null)
    .sort((one, other) => (one.averageScore ?? 0) - (other.averageScore ?? 0))
  return (
    <>
      <Panel>
        <Chart
          title={`Articles about ${visibleText(subject.name)}: ${formatCount(total)} in ${days.length} days, ${counted(silent, 'day')} without news.${
            lowest
              ? ` The lowest mean is ${formatChange(lowest.averageScore ?? 0, 2)} on ${shortDay(lowest.date)}.`
              : ''
          } Above the line positive and neutral, below it negative; beneath, the mean of each day.`}
          labels={labels}
          height={280}
          series={[
            { name: 'Positive', values: days.map(({ positive }) => positive) },
            { name: 'Neutral', values: days.map(({ neutral }) => neutral) },
            { name: 'Negative', values: days.map(({ negative }) => negative) },
            { name: 'Mean', values: days.map(({ averageScore }) => averageScore) },
          ]}
          format={(value) => (Number.isInteger(value) ? String(value) : formatChange(value, 2))}
          draw={(size) =>
            stackedDaysChart(
              days.map(({ positive, neutral, negative, averageScore }, i) => ({
                label: labels[i] ?? '',
                positive,
                neutral,
                negative,
                mean: averageScore,
              })),
              size,
            )
          }
        />
        {unjudged > 0 && (
          <p className="small muted">
            {counted(unjudged, 'article')} beside these {unjudged === 1 ? 'is' : 'are'} in languages that are not
            judged, and move{unjudged === 1 ? 's' : ''} no figure.
          </p>
        )}
      </Panel>
      <Section title="Days with news" actions={sample && <Badge kind="sample">sample</Badge>}>
        <div className="split">
          <Table
            caption="Days with news, the last first"
            captionHidden
            rows={rows}
            keyOf={({ date }) => date}
            current={open?.date}
            columns={columns}
          />
          {open && <DayPanel day={open} />}
        </div>
      </Section>
    </>
  )
}

const columns: readonly Column<Day>[] = [
  {
    head: 'Day',
    nowrap: true,
    cell: ({ date }) => (
      <Link from="/sentiment" to="/sentiment" search={(before) => ({ ...before, day: date })} resetScroll={false}>
        {dayWords(date)}
      </Link>
    ),
  },
  {
    head: 'Mean',
    align: 'end',
    cell: ({ averageScore }) => (averageScore === null ? 'not measured' : formatChange(averageScore, 2)),
  },
  { head: 'Articles', align: 'end', cell: ({ articleCount }) => formatCount(articleCount) },
  { head: 'Negative', align: 'end', cell: ({ negative }) => formatCount(negative) },
  { head: 'Neutral', align: 'end', only: 'wide', cell: ({ neutral }) => formatCount(neutral) },
  { head: 'Positive', align: 'end', only: 'wide', cell: ({ positive }) => formatCount(positive) },
  { head: 'Not judged', align: 'end', only: 'wide', cell: ({ unjudged }) => formatCount(unjudged) },
]

/** A day opens its articles, for those who may read them. */
function DayPanel({ day: { date, articleCount, unjudged } }: { day: Day }) {
  const may = useMay()('alerts:read')
  const list = useList(
    'listArticles',
    { query: { from: date, to: date, counted: true, limit: 20 } },
    ({ articles }) => articles,
    { enabled: may },
  )
  return (
    <SidePanel
      title={dayWords(date)}
      subject={date}
      close={
        <Link from="/sentiment" to="/sentiment" search={({ day: _closed, ...rest }) => rest} resetScroll={false}>
          Close
        </Link>
      }
    >
      <p className="muted">
        {counted(articleCount, 'article')}
        {unjudged > 0 && `, ${unjudged} more not judged`}.{' '}
        {may && (
          <Link to="/articles" search={{ from: date, to: date }}>
            Open them as a list
          </Link>
        )}
      </p>
      {may && (
        <Shown live={list}>
          {(rows) => (
            <ul className="sent-list">
              {rows.map(({ articleId, title, source, tone, sentimentScore }) => (
                <li key={articleId}>
                  <ArticleLink articleId={articleId} title={title} />
                  <span className="small muted">
                    <State kind={toneKinds[tone ?? ''] ?? 'off'}>{tone ?? 'not judged'}</State>
                    {sentimentScore !== null && ` ${formatChange(sentimentScore, 2)}`} · {source}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Shown>
      )}
    </SidePanel>
  )
}

const dayWords = (date: string): string => formatTime(date, 'day', 'UTC')
const shortDay = (date: string): string => dayWords(date).replace(/ \d{4}$/, '')
