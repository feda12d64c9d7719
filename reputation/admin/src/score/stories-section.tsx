import { Shown } from '@service/ui/api/api.ts'
import { counted, formatChange } from '@service/ui/numbers.ts'
import { Panel, Section } from '@service/ui/page.tsx'
import { State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { useLive } from '../api/api.ts'
import { Waterfall } from './change-chart.tsx'
import { type Explanation, pillarWords } from './model/words.ts'

type Story = Explanation['stories'][number]

/** What the stories did, and the score without one of them. */
export function StoriesSection({ explanation, without }: { explanation: Explanation; without: string | undefined }) {
  const { stories, settled } = explanation
  return (
    <Section title="The score without a story">
      {stories.length === 0 ? (
        <Panel>
          <p className="muted">
            {settled
              ? 'No story of these days moved the score by 0.1.'
              : 'Stories appear once the new articles are counted.'}
          </p>
        </Panel>
      ) : (
        <>
          <Table
            caption="Stories, those that moved the score most first"
            captionHidden
            rows={stories}
            keyOf={({ story }) => story}
            current={without}
            columns={columns}
            foot={
              <span>
                Computed again without its articles. Effects of several stories do not add up, because they overlap.
              </span>
            }
          />
          {without !== undefined && <WithoutStory story={without} explanation={explanation} />}
        </>
      )}
    </Section>
  )
}

const columns: readonly Column<Story>[] = [
  {
    head: 'Story',
    cell: ({ story, title, source, articleCount, severity }) => (
      <div className="score-story">
        <Link to="/articles" search={{ story }}>
          {title}
        </Link>
        <span className="small muted">
          <bdi>{source}</bdi> · {counted(articleCount, 'article')}
          {severity !== undefined && (
            <>
              {' · '}
              <Link to="/alerts/$story" params={{ story }}>
                <State kind={severity === 'critical' ? 'bad' : 'warn'}>{severity}</State>
              </Link>
            </>
          )}
        </span>
      </div>
    ),
  },
  { head: 'Began', only: 'wide', nowrap: true, cell: ({ beganAt }) => <Time at={beganAt} form="day" /> },
  { head: 'Part of the change', align: 'end', only: 'wide', cell: ({ changeEffect }) => formatChange(changeEffect) },
  { head: 'Effect', align: 'end', cell: ({ effect }) => formatChange(effect) },
  {
    head: 'Without it',
    align: 'end',
    nowrap: true,
    cell: ({ story, without, title }) => (
      <Link
        from="/score"
        to="/score"
        search={(before) => ({ ...before, without: story })}
        resetScroll={false}
        aria-label={`${without.toFixed(1)} without “${title}”, by pillar`}
      >
        {without.toFixed(1)}
      </Link>
    ),
  },
]

/** The effect of one that is shown is known; that of another is computed. */
function WithoutStory({ story, explanation }: { story: string; explanation: Explanation }) {
  const { on, against, value } = explanation
  const known = explanation.stories.find((one) => one.story === story)
  const live = useLive(
    'getScoreWithoutStory',
    { path: { story }, query: { on, against } },
    { enabled: known === undefined },
  )
  return (
    <Panel>
      <div className="section-head">
        <h3>Without {known === undefined ? 'this story' : `“${known.title}”`}</h3>
        <Link from="/score" to="/score" search={({ without: _closed, ...rest }) => rest} resetScroll={false}>
          Close
        </Link>
      </div>
      {known ? (
        <Effect value={value} effect={known} />
      ) : (
        <Shown live={live}>{(effect) => <Effect value={effect.value} effect={effect} />}</Shown>
      )}
    </Panel>
  )
}

function Effect({
  value,
  effect: { without, effect, pillars },
}: {
  value: number
  effect: Pick<Story, 'without' | 'effect' | 'pillars'>
}) {
  const steps = pillars
    .map(({ pillar, effect }) => ({ label: pillarWords(pillar), change: -effect }))
    .filter(({ change }) => change !== 0)
  return (
    <Waterfall
      title={`The score is ${value.toFixed(1)}; without the story it would be ${without.toFixed(1)}, ${formatChange(-effect)}.`}
      steps={steps}
      before={{ label: 'As it is', value }}
      after={{ label: 'Without it', value: without }}
      head="Pillar"
    />
  )
}
