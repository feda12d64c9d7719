import { Announcer, announce } from '@service/ui/announcer.tsx'
import { Button, Buttons } from '@service/ui/button.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Page } from '@service/ui/page.tsx'
import { useEffect, useState } from 'react'
import type { Problem } from './client.ts'
import { type Asked, firstWish, operationOf, readShared, sharedOf } from './operations.ts'
import { pretty, RequestPanel, readWish } from './request-panel.tsx'
import { ResponsePanel } from './response-panel.tsx'
import { type Scenario, scenarios } from './scenarios.ts'
import { StoryPanel } from './story-panel.tsx'
import { useSandbox } from './use-sandbox.ts'

const first: Asked = { operation: 'deploy', path: operationOf('deploy').path, body: pretty(firstWish) }

export function SandboxPage() {
  const sandbox = useSandbox()
  const [asked, setAsked] = useState<Asked>(() => readShared(location.hash.slice(1)) ?? first)
  const [isDirty, setDirty] = useState(false)
  const operation = operationOf(asked.operation)
  const { received, deployment, isBusy, trouble } = sandbox
  const problem = !isDirty && received?.status === 400 ? (received.json as Problem) : undefined
  const fault = faultOf(asked, operation.hasBody)

  useEffect(() => {
    const onHash = () => setAsked((before) => readShared(location.hash.slice(1)) ?? before)
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])

  const filled = (path: string) => path.replace('{deployment_id}', deployment?.id ?? '{deployment_id}')
  const change = (next: Asked) => {
    setDirty(true)
    setAsked(next)
  }
  const send = () => {
    setDirty(false)
    void sandbox.ask(operation.method, asked.path, operation.hasBody ? readWish(asked.body) : undefined)
  }
  const play = ({ steps }: Scenario) => {
    setDirty(false)
    void sandbox.play(steps, ({ operation: id, body }) => {
      const next = { operation: id, path: operationOf(id).path, body: pretty(body) }
      setAsked(next)
      return next.path
    })
  }
  return (
    <>
      <a className="skip" href="#sandbox">
        Skip to the sandbox
      </a>
      <header className="top">
        <strong>Service</strong>
        <nav aria-label="Elsewhere">
          <a href="/docs">Reference</a>
          <a href="/dashboard/">Dashboard</a>
        </nav>
      </header>
      <main id="sandbox">
        <Page
          title="Sandbox"
          note={
            <>
              <strong>API version {sandbox.session?.api_version ?? '1.4.2'}</strong>: what decides here is what runs in
              production, on hubs, time and faults of your own. No account; nothing is pulled, and nothing can be
              reached.
            </>
          }
          actions={
            <>
              <Button onClick={() => void share(asked)} icon="copy">
                Share this request
              </Button>
              <Button icon="reload" busy={isBusy} onClick={() => void sandbox.startAgain()}>
                Start again
              </Button>
            </>
          }
        >
          <section aria-label="Scenarios" className="scenarios">
            <Buttons>
              {scenarios.map((one) => (
                <Button
                  key={one.name}
                  size="small"
                  icon="play"
                  busy={isBusy}
                  onClick={() => play(one)}
                  title={one.about}
                >
                  {one.name}
                </Button>
              ))}
            </Buttons>
          </section>
          {trouble !== undefined && <Notice kind="bad">{trouble}</Notice>}
          <div className="columns">
            <RequestPanel
              asked={asked}
              operation={operation}
              onChange={change}
              onOperation={(id) => change({ ...asked, operation: id, path: filled(operationOf(id).path) })}
              onSend={send}
              isBusy={isBusy}
              problem={problem}
              fault={fault}
            />
            <ResponsePanel received={received} />
            <StoryPanel sandbox={sandbox} />
          </div>
        </Page>
      </main>
      <Announcer />
    </>
  )
}

function faultOf({ path, body }: Asked, hasBody: boolean): string | undefined {
  if (path.includes('{')) return 'Deploy something first, or write its id into the path.'
  if (!path.startsWith('/v1/')) return 'The path begins with /v1/.'
  return hasBody && !readWish(body) ? 'The body is not a JSON object.' : undefined
}

async function share(asked: Asked): Promise<void> {
  history.replaceState(null, '', `#${sharedOf(asked)}`)
  try {
    await navigator.clipboard.writeText(location.href)
    announce('The address of this request was copied.')
  } catch {
    announce('The address of this page leads to this request.')
  }
}
