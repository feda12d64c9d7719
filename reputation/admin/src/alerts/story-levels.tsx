import { Notice } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { Panel } from '@service/ui/page.tsx'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { useList } from '../api/api.ts'
import type { Story } from './model/query.ts'
import { type Condition, conditionInWords, formatAmount, missingInWords } from './model/words.ts'

const Conditions = ({ caption, conditions }: { caption: string; conditions: readonly Condition[] }) => (
  <Table
    caption={caption}
    rows={conditions}
    keyOf={({ name }) => name}
    columns={[
      { head: 'What counts', cell: conditionInWords },
      { head: 'Has', cell: ({ name, has }) => formatAmount(name, has), align: 'end' },
      { head: 'Needs', cell: ({ name, needs }) => formatAmount(name, needs), align: 'end' },
      {
        head: 'Met',
        cell: ({ met }) => <State kind={met ? 'good' : 'off'}>{met ? 'yes' : 'no'}</State>,
        nowrap: true,
      },
    ]}
  />
)

/** The rule of the level that fired, with the numbers of that moment; else the articles that raise alerts on their own. */
export function WhyItAlerts({ story }: { story: Story }) {
  const step = story.levels.find(({ level }) => level === story.severity)
  if (step) {
    return (
      <>
        <Conditions caption={`When it became ${step.level}`} conditions={step.conditions} />
        {step.instead?.met && (
          <p>Its reach alone was enough: a story becomes critical at {formatAmount('reach', step.instead.needs)}.</p>
        )}
      </>
    )
  }
  return <AlertingArticles story={story} />
}

const shownArticles = 3

/** The articles that raise alerts on their own, each with the reason; the list below has them all. */
function AlertingArticles({ story: { story, alertCount } }: { story: Story }) {
  const { data = [] } = useList('listArticles', { query: { story } }, ({ articles }) => articles)
  const alerting = data.filter(({ alert }) => alert.isAlert).slice(0, shownArticles)
  return (
    <Panel>
      <p>
        {alertCount === 1
          ? 'One article raises an alert on its own'
          : `${counted(alertCount, 'article')} raise alerts on their own`}
        : negative above the company’s threshold, or a grave fact.
      </p>
      <ol className="alert-steps">
        {alerting.map(({ articleId, title, source, alert }) => (
          <li key={articleId}>
            <span>{title}</span>
            <span className="small muted">
              {source}. {alert.reasons.find(({ speaks }) => speaks === 'for')?.because}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

export function WhyNotCritical({ story: { notCritical, level } }: { story: Story }) {
  if (level === undefined)
    return <Notice>It speaks of no risk. Only a story whose risk has spread can become critical.</Notice>
  if (notCritical === null) return <Notice>Its numbers were not kept by the release that made it.</Notice>
  const { conditions, instead } = notCritical
  const missing = missingInWords(conditions)
  return (
    <>
      <p>
        {missing === ''
          ? 'It meets all conditions now, but did not when any of its articles arrived.'
          : `Missing: ${missing}.`}{' '}
        {instead && `A reach of ${formatAmount('reach', instead.needs)} would be enough by itself, with two owners.`}
      </p>
      <Conditions caption="Conditions for critical, with current values" conditions={conditions} />
    </>
  )
}

export const StoryLevels = ({ story: { levels } }: { story: Story }) =>
  levels.length === 0 ? (
    <p className="muted">Its risk has not reached any level.</p>
  ) : (
    <ol className="alert-steps">
      {levels.map(({ level, at, conditions }) => (
        <li key={level}>
          <span className="alert-line">
            <State kind={level === 'critical' ? 'bad' : level === 'high' ? 'warn' : 'info'}>{level}</State>
            <Time at={at} />
          </span>
          <span className="small muted">
            {conditions.map(({ name, has }) => `${name.replaceAll('-', ' ')} ${formatAmount(name, has)}`).join(', ') ||
              'an article reported a risk'}
          </span>
        </li>
      ))}
    </ol>
  )
