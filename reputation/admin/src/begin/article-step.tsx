import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import type { Output } from '../api/api.ts'
import { ScreenLink } from '../shell/shell.ts'
import { Step } from './step.tsx'

const tones = { negative: 'bad', neutral: 'off', positive: 'good' } as const

export const ArticleStep = ({
  articles,
  isAsked,
  hasSource,
}: {
  articles: Output<'listArticles'>['articles']
  isAsked: boolean
  hasSource: boolean
}) => (
  <Step number={3} title="Check the articles" isDone={articles.length > 0} isLater={!isAsked || !hasSource}>
    {articles.length === 0 ? (
      isAsked && hasSource ? (
        <p role="status">
          <State kind="moving">waiting for the first article that names you</State>
          <span className="step-hint muted">
            Every new headline is searched for your names. If none is found for a while, add names or feeds.
          </span>
        </p>
      ) : (
        <p className="muted">Starts automatically once there is news.</p>
      )
    ) : (
      <>
        <ul className="step-list">
          {articles.map(({ articleId, title, source, publishedAt, tone }) => (
            <li key={articleId}>
              {tone !== null && <State kind={tones[tone]}>{tone}</State>} <bdi>{title}</bdi>{' '}
              <span className="small muted">
                <bdi>{source}</bdi>, <Time at={publishedAt} form="ago" />
              </span>
            </li>
          ))}
        </ul>
        <p>
          <ScreenLink to="/sentiment">Sentiment of each day</ScreenLink>
        </p>
      </>
    )}
  </Step>
)
