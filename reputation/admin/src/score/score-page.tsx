import { addressOf, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Select } from '@service/ui/field.tsx'
import { Loading, Notice } from '@service/ui/notice.tsx'
import { counted, formatChange, formatCount } from '@service/ui/numbers.ts'
import { Filters, Page, Panel, Section, Tile, Tiles } from '@service/ui/page.tsx'
import { formatTime } from '@service/ui/time.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLive } from '../api/api.ts'
import { ShownNews } from '../news/news.ts'
import { ScoreChart } from '../score-chart/score-chart.ts'
import { ScreenLink } from '../shell/shell.ts'
import { ChangeChart } from './change-chart.tsx'
import { daysBefore, type ScoreSearch, type Span, spans } from './model/search.ts'
import type { Explanation } from './model/words.ts'
import './score.css'

/** What stands below the first view comes after it. On a slow line it is asked for while the figures are on their way. */
const parts = import('./score-parts.tsx')
parts.catch(() => {}) // reported where it is drawn
const ScoreParts = lazy(() => parts)

export function ScorePage() {
  const search = useSearch({ from: '/shell/score' })
  const query = queryOf(search)
  const live = useLive('explainScore', { query })
  return (
    <Page
      title="Score"
      note="The reputation from 0 to 100, what changed it, and the articles behind it."
      actions={
        <>
          <Updated live={live} />
          <a
            className="button"
            href={addressOf('/api/v1/reputation/explanation', {}, { ...query, format: 'csv' })}
            download="score.csv"
          >
            CSV
          </a>
          <Button onClick={() => window.print()}>Print evidence sheet</Button>
        </>
      }
    >
      <Chosen search={search} />
      <ShownNews live={live} absent={search.on === undefined ? 'No score yet' : 'No score of that day'}>
        {(explanation) => <Score explanation={explanation} search={search} />}
      </ShownNews>
    </Page>
  )
}

/** Today is left to the service: it is another day there than here for some hours. */
function queryOf({ on, against = '7d' }: ScoreSearch): { on?: string; against?: string } {
  if (against === '7d') return { ...(on !== undefined && { on }) }
  const day = on ?? new Date().toISOString().slice(0, 10)
  return { on: day, against: daysBefore(day, spans[against]) }
}

const spanWords: Record<Span, string> = {
  '1d': 'the day before',
  '7d': '7 days before',
  '14d': '14 days before',
  '30d': '30 days before',
}

function Chosen({ search }: { search: ScoreSearch }) {
  const navigate = useNavigate({ from: '/score' })
  const today = new Date().toISOString().slice(0, 10)
  const days = Array.from({ length: 29 }, (_, index) => daysBefore(today, index + 1))
  const known = search.on === undefined || days.includes(search.on) ? days : [search.on, ...days]
  const choose = (changed: Partial<ScoreSearch>) =>
    void navigate({
      search: ({ without: _without, ...before }) => {
        const { on, against, ...rest } = { ...before, ...changed }
        return { ...rest, ...(on && { on }), ...(against && against !== '7d' && { against }) }
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <Filters label="Days">
      <Select
        label="Score of"
        value={search.on ?? ''}
        options={[
          { value: '', label: 'today, provisional' },
          ...known.map((day) => ({ value: day, label: formatTime(day, 'day', 'UTC') })),
        ]}
        onChange={(on) => choose({ on })}
      />
      <Select
        label="Compared with"
        value={search.against ?? '7d'}
        options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: spanWords[value] }))}
        onChange={(against) => choose({ against })}
      />
    </Filters>
  )
}

function Score({ explanation, search }: { explanation: Explanation; search: ScoreSearch }) {
  const { subject, value, history, settled } = explanation
  return (
    <>
      {!settled && <Notice>New articles are being counted: this is the previous score. It updates in a moment.</Notice>}
      <Figures explanation={explanation} />
      <div className="score-columns">
        <Section title="What changed it">
          <Panel>
            <ChangeChart explanation={explanation} />
          </Panel>
        </Section>
        <Section title="30 days">
          <Panel>
            <ScoreChart name={subject.name} value={value} history={history} />
          </Panel>
        </Section>
      </div>
      <Suspense fallback={<Loading />}>
        <ScoreParts explanation={explanation} search={search} />
      </Suspense>
    </>
  )
}

function Figures({ explanation }: { explanation: Explanation }) {
  const { value, before, change, against, on, provisional, confidence, effectiveMentions, stories } = explanation
  const [first] = stories
  return (
    <Tiles>
      <Tile
        title={provisional ? 'Today, provisional' : formatTime(on, 'day', 'UTC')}
        value={
          <>
            {value.toFixed(1)} <small>of 100</small>
          </>
        }
        note={`confidence ${confidence}`}
      />
      <Tile
        title={`Since ${formatTime(against, 'day', 'UTC')}`}
        value={change === null ? <small>not measured</small> : formatChange(change)}
        note={before === null ? 'There is no comparable score of that day' : `from ${before.toFixed(1)}`}
      />
      <Tile
        title={<ScreenLink to="/articles">Mentions counted</ScreenLink>}
        value={effectiveMentions < 10 ? effectiveMentions.toFixed(1) : formatCount(Math.round(effectiveMentions))}
        note={`in ${explanation.method.windowDays} days, copies counted less`}
      />
      <Tile
        title="Story that moved it most"
        value={first ? formatChange(first.changeEffect || first.effect) : <small>none</small>}
        note={
          first ? (
            <>
              <bdi>{first.title}</bdi> · {counted(first.articleCount, 'article')}
            </>
          ) : (
            'No large story'
          )
        }
      />
    </Tiles>
  )
}
