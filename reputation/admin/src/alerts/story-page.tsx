import { addressOf, Shown, troubleOf, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Menu, MenuButton } from '@service/ui/menu.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { Facts, Page, Panel, Section } from '@service/ui/page.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { Time } from '@service/ui/time.tsx'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call, useAct, useLive } from '../api/api.ts'
import './alerts.css'
import type { Story } from './model/query.ts'
import { type Category, formatReach, inWords } from './model/words.ts'
import { SentTo } from './sent-to.tsx'
import { StoryActs } from './story-acts.tsx'
import { StoryArticles } from './story-articles.tsx'
import { Marks, outletsInWords, Pace, Severity, TriageState } from './story-facts.tsx'
import { StoryLevels, WhyItAlerts, WhyNotCritical } from './story-levels.tsx'
import { useTriage } from './use-triage.ts'

const TriageDialogs = lazy(() => import('./triage-dialogs.tsx'))

export function StoryPage() {
  const { story: id } = useParams({ from: '/shell/alerts/$story' })
  const live = useLive('getAlertStory', { path: { story: id } })
  return (
    <Page
      title="Story"
      note={<Link to="/alerts">All alerts</Link>}
      actions={
        <>
          <Updated live={live} />
          <a
            className="button"
            href={addressOf('/api/v1/articles', {}, { story: id, limit: 200, format: 'csv' })}
            download="story.csv"
          >
            Articles as CSV
          </a>
        </>
      }
    >
      <Shown live={live}>{(story) => <Opened story={story} />}</Shown>
    </Page>
  )
}

const Opened = ({ story }: { story: Story }) => (
  <>
    <Panel>
      <Head story={story} />
    </Panel>
    <div className="alert-columns">
      <div>
        <Section title={story.severity === 'critical' ? 'Why it is critical' : 'Why it is an alert'}>
          <WhyItAlerts story={story} />
        </Section>
        {story.severity === 'high' && (
          <Section title="Why it is not critical">
            <WhyNotCritical story={story} />
          </Section>
        )}
        <Section title="Articles">
          <StoryArticles story={story} />
        </Section>
      </div>
      <div>
        <Section title="Activity">
          <StoryActs story={story} />
        </Section>
        <Section title="Levels">
          <Panel>
            <StoryLevels story={story} />
          </Panel>
        </Section>
        <Section title="Sent to">
          <SentTo story={story} />
        </Section>
      </div>
    </div>
  </>
)

function Head({ story }: { story: Story }) {
  const may = useMay()('alerts:triage')
  return (
    <>
      <div className="alert-line">
        <Severity severity={story.severity} />
        <TriageState story={story} />
        <Marks story={story} />
      </div>
      <h2 className="alert-title">{story.title}</h2>
      <Facts
        facts={[
          ['Outlets', outletsInWords(story)],
          ['Articles', `${counted(story.articleCount, 'article')}, ${counted(story.alertCount, 'alert')}`],
          [
            'Time',
            <span key="time" className="alert-line">
              <span>
                <Time at={story.beganAt} /> to <Time at={story.lastAt} />
              </span>
              <Pace pace={story.pace} />
            </span>,
          ],
          ['Risk category', story.category === undefined ? 'none' : inWords(story.category)],
          [
            'Reach',
            story.reach === undefined ? 'not measured' : `${formatReach(story.reach)}, in outlets of the first tier`,
          ],
        ]}
      />
      {may && <Decide story={story} />}
    </>
  )
}

function Decide({ story }: { story: Story }) {
  const [asked, setAsked] = useState<'assign' | 'close'>()
  const triage = useTriage(() => setAsked(undefined))
  const { category } = story
  const muteKind = useAct(
    (muted: boolean) => call('muteCategory', { body: { category: category as Category, muted } }),
    {
      done: ({ categories }) => (categories.some((one) => one.category === category) ? 'Category muted' : 'Unmuted'),
    },
  )
  const ask = (dialog: 'assign' | 'close') => {
    triage.reset()
    setAsked(dialog)
  }
  const error = triage.error ?? muteKind.error
  return (
    <>
      {error !== null && asked === undefined && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(error).message}</Notice>
        </div>
      )}
      <div className="buttons">
        {story.state === 'closed' ? (
          <Button onClick={() => triage.decide(story, { state: 'new' }, 'Story reopened')}>Reopen</Button>
        ) : (
          <>
            {(story.state === 'new' || story.rose) && (
              <Button kind="primary" onClick={() => triage.decide(story, { state: 'seen' }, 'Story seen')}>
                Seen
              </Button>
            )}
            <Button onClick={() => ask('assign')}>
              {story.state === 'assigned' ? 'Assign to another …' : 'Assign …'}
            </Button>
            <Button onClick={() => ask('close')}>Close …</Button>
          </>
        )}
        <Menu label="Mute">
          {story.muted === 'story' ? (
            <MenuButton onClick={() => triage.decide(story, { muted: false }, 'Unmuted')}>Unmute this story</MenuButton>
          ) : (
            <MenuButton onClick={() => triage.decide(story, { muted: true }, 'Story muted')}>
              Mute this story
            </MenuButton>
          )}
          {category !== undefined &&
            (story.muted === 'category' ? (
              <MenuButton onClick={() => muteKind.run(false)}>{`Unmute ${inWords(category)}`}</MenuButton>
            ) : (
              <MenuButton onClick={() => muteKind.run(true)}>{`Mute ${inWords(category)} unless critical`}</MenuButton>
            ))}
        </Menu>
      </div>
      <Suspense>
        {asked && <TriageDialogs dialog={asked} story={story} triage={triage} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  )
}
