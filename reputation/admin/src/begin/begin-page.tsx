import { announce } from '@service/ui/announcer.tsx'
import { Shown, Updated } from '@service/ui/api/api.ts'
import { Page } from '@service/ui/page.tsx'
import { webhookCalls } from '@service/ui/webhooks/webhook-calls.ts'
import { useEffect, useRef } from 'react'
import { useList, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { AlertStep } from './alert-step.tsx'
import { ArticleStep } from './article-step.tsx'
import { FeedStep } from './feed-step.tsx'
import { SubjectStep } from './subject-step.tsx'
import { WebhookStep } from './webhook-step.tsx'
import './begin.css'

export function BeginPage() {
  const may = useMay()
  const own = useList('listSubjects', { query: { role: 'own' } }, ({ subjects }) => subjects)
  const [subject] = own.data ?? []
  const isNamed = subject !== undefined
  const feeds = useList('listFeeds', { query: {} }, ({ feeds }) => feeds, {
    isMoving: (rows) => rows.some(({ health }) => health === 'new'),
  })
  const shared = useLive('listFeeds', { query: { limit: 1 } }).data?.sharedFeeds ?? 0
  const articles = useLive(
    'listArticles',
    { query: { limit: 5 } },
    { enabled: isNamed, isMoving: ({ articles }) => articles.length === 0 },
  )
  const alerts = useLive(
    'listAlerts',
    { query: { limit: 5 } },
    { enabled: isNamed && may('alerts:read'), isMoving: ({ alerts }) => alerts.length === 0 },
  )
  const webhooks = webhookCalls.useList('listWebhooks', { query: {} }, ({ webhooks }) => webhooks, {
    enabled: may('webhooks:manage'),
  })
  const found = articles.data?.articles ?? []
  const fired = alerts.data?.alerts ?? []
  const hasNews = found.length > 0
  const done = [isNamed, hasNews || (feeds.data?.length ?? 0) + shared > 0, hasNews, fired.length > 0]
  const doneCount = done.filter(Boolean).length
  useSaid(own.data === undefined ? undefined : doneCount, done.length)
  return (
    <Page
      title="First steps"
      note={`From the start to your first alert: ${doneCount} of ${done.length} steps are done. Steps are checked off automatically.`}
      actions={<Updated live={own} />}
    >
      <Shown live={own}>
        {() => (
          <ol className="steps">
            <SubjectStep subject={subject} />
            <FeedStep subject={subject} feeds={feeds.data ?? []} shared={shared} isDone={done[1] === true} />
            <ArticleStep articles={found} isAsked={isNamed} hasSource={done[1] === true} />
            <AlertStep alerts={fired} hasNews={hasNews} />
            {may('webhooks:manage') && <WebhookStep count={webhooks.data?.length ?? 0} />}
          </ol>
        )}
      </Shown>
    </Page>
  )
}

/** Says when a step has ticked itself. */
function useSaid(count: number | undefined, of: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && count > before.current) {
      announce(`${count} of ${of} steps are done`)
    }
    before.current = count
  }, [count, of])
}
