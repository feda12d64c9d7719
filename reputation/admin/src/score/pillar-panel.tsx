import { formatChange } from '@service/ui/numbers.ts'
import { SidePanel } from '@service/ui/side-panel.tsx'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { ArticleLink } from '../news/news.ts'
import { formulaOf, pillarNotes } from './model/formulas.ts'
import { type ExplainedPillar, type Explanation, pillarWords, reasonWords } from './model/words.ts'

/** One pillar: its formula with the numbers of the day, the stories that moved it, and what to read. */
export function PillarPanel({ pillar: of, explanation }: { pillar: ExplainedPillar; explanation: Explanation }) {
  const { pillar, score, got, could, reason, status } = of
  const stories = explanation.stories.flatMap((story) => {
    const effect = story.pillars.find((one) => one.pillar === pillar)
    return effect ? [{ ...story, effect }] : []
  })
  const formula = formulaOf(of, explanation.method)
  return (
    <SidePanel
      title={pillarWords(pillar)}
      subject={pillar}
      close={
        <Link from="/score" to="/score" search={({ pillar: _closed, ...rest }) => rest} resetScroll={false}>
          Close
        </Link>
      }
    >
      <p>
        {pillarNotes[pillar]}{' '}
        {score === null
          ? `It is not measured: ${reasonWords(reason)}`
          : `It got ${got.toFixed(1)} of ${could.toFixed(1)} points.`}
        {status === 'estimated' && ' There is so little news that the assumed mentions outweigh it.'}
      </p>
      {formula !== undefined && <p className="score-formula">{formula}</p>}
      {stories.length > 0 && (
        <>
          <h3>Stories that moved it</h3>
          <ul className="score-list">
            {stories.map(({ story, title, effect }) => (
              <li key={story}>
                <Link to="/articles" search={{ story }}>
                  {title}
                </Link>
                <span className="small muted">
                  {formatChange(effect.changeEffect)} of the change · {formatChange(effect.effect)} today
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {of.drivers.length > 0 && (
        <>
          <h3>Articles to read</h3>
          <ul className="score-list">
            {of.drivers.map((driver) => (
              <li key={driver.articleId}>
                <ArticleLink articleId={driver.articleId} title={driver.title} />
                <span className="small muted">
                  <State kind={driver.raises ? 'good' : 'bad'}>{driver.raises ? 'raises it' : 'lowers it'}</State>{' '}
                  {driver.source} · <Time at={driver.publishedAt} form="day" /> · sentiment{' '}
                  {formatChange(driver.sentimentScore, 2)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </SidePanel>
  )
}
