import { Updated } from '@service/ui/api/api.ts'
import { Loading } from '@service/ui/notice.tsx'
import { formatChange, formatShare } from '@service/ui/numbers.ts'
import { Facts, Page, Panel, Section } from '@service/ui/page.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLive } from '../api/api.ts'
import { toneKinds } from '../news/model/tones.ts'
import { ShownNews } from '../news/news.ts'
import { markWords } from './model/marks.ts'
import { type ArticleDetail, categoryWords, gravityWords, languageWords, roleWords } from './model/words.ts'
import './articles.css'

/** Below the first view. */
const CorrectionSection = lazy(() => import('./correction-section.tsx'))

export function ArticlePage() {
  const { articleId } = useParams({ from: '/shell/articles/$articleId' })
  const live = useLive('getArticle', { path: { articleId } })
  return (
    <Page title="Article" note={<Link to="/articles">All articles</Link>} actions={<Updated live={live} />}>
      <ShownNews live={live} absent="No such article">
        {(article) => <Judged article={article} />}
      </ShownNews>
    </Page>
  )
}

function Judged({ article }: { article: ArticleDetail }) {
  const { title, source, publishedAt, url, text, words, risks, sample, originalPublishedAt } = article
  const marked = (text: string) => <Marked text={text} words={words ?? []} risks={risks} />
  return (
    <>
      <Panel>
        <article className="art-text" dir="auto">
          <h2>{marked(title)}</h2>
          <p className="small muted">
            {source} · <Time at={publishedAt} form="full" />
            {originalPublishedAt !== undefined && (
              <>
                {' '}
                (originally <Time at={originalPublishedAt} form="day" />)
              </>
            )}{' '}
            {sample && <Badge kind="sample">sample</Badge>}
          </p>
          {text !== null && text !== '' && <p>{marked(text)}</p>}
          <p>
            <a href={url} rel="noreferrer noopener" target="_blank">
              Read the original
            </a>{' '}
            <span className="small muted">(opens a new tab)</span>
          </p>
        </article>
        <p className="small muted">
          Highlighted words drove the judgement: <mark data-kind="for">for</mark>,{' '}
          <mark data-kind="against">against</mark>, <mark data-kind="risk">risk</mark>.
          {words === null && ' None are stored for this article.'}
        </p>
      </Panel>
      <div className="art-columns">
        <Section title="How it was judged">
          <Panel>
            <Judgement article={article} />
          </Panel>
        </Section>
        <Section title={article.alert.isAlert ? 'Why it is an alert' : 'Why it is not an alert'}>
          <Panel>
            <ul className="art-reasons">
              {article.alert.reasons.map(({ code, speaks, because }) => (
                <li key={code}>
                  <State kind={speaks === 'for' ? 'warn' : 'off'}>{speaks}</State> {because}
                </li>
              ))}
            </ul>
          </Panel>
        </Section>
      </div>
      <Suspense fallback={<Loading />}>
        <CorrectionSection article={article} />
      </Suspense>
    </>
  )
}

/** Colour says it, and so does a line below the word; what it weighs stands in a title. */
const Marked = ({
  text,
  words,
  risks,
}: {
  text: string
  words: NonNullable<ArticleDetail['words']>
  risks: ArticleDetail['risks']
}) =>
  markWords(text, words, risks).map(({ text, mark }, i) =>
    mark ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move
      <mark key={i} data-kind={mark.kind} title={mark.weight === undefined ? 'risk' : formatChange(mark.weight, 2)}>
        {text}
      </mark>
    ) : (
      text
    ),
  )

function Judgement({ article }: { article: ArticleDetail }) {
  const { tone, sentimentScore, probabilities, words, risks, role, pCompany, counted, judged, language, story, judge } =
    article
  return (
    <Facts
      facts={[
        [
          'Tone',
          tone === null ? (
            'not judged'
          ) : (
            <>
              <State kind={toneKinds[tone] ?? 'off'}>{tone}</State>
              {sentimentScore !== null && ` · sentiment ${formatChange(sentimentScore, 2)}`}
            </>
          ),
        ],
        [
          'Probabilities',
          probabilities === null
            ? 'not judged'
            : `negative ${percent(probabilities.negative)}, neutral ${percent(probabilities.neutral)}, positive ${percent(probabilities.positive)}`,
        ],
        [
          'Words',
          words === null || words.length === 0
            ? 'none stands out'
            : words.map(({ word, weight }) => `${word} ${formatChange(weight, 2)}`).join(', '),
        ],
        [
          'Risks',
          risks.length === 0
            ? 'none'
            : risks
                .map(
                  ({ category, strength, because }) =>
                    `${categoryWords(category)}, ${gravityWords[strength]}: “${because}”`,
                )
                .join('; '),
        ],
        ['The company', `${roleWords[role] ?? role} The name means it with ${formatShare(pCompany)}.`],
        ['In figures', counted ? 'counted' : judged ? 'left out' : 'left out: its language is not judged'],
        ['Language', language === undefined ? 'unknown' : languageWords(language)],
        ['Story', <StoryLink key="story" story={story} />],
        ['Judged by', `${judge.name} ${judge.version}`],
      ]}
    />
  )
}

const StoryLink = ({ story }: { story: string | null }) =>
  story === null ? (
    'none'
  ) : (
    <Link to="/articles" search={{ story }}>
      All articles of its story
    </Link>
  )

const percent = (probability: number): string => `${(probability * 100).toFixed(1)} %`
