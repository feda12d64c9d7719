import { Refusal, Shown } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Field } from '@service/ui/field.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Page, Panel, Section } from '@service/ui/page.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, type Input, type Output, useAct, useLive } from '../api/api.ts'
import './alert-settings.css'
import { inWords } from './model/words.ts'

type Settings = Output<'getAlertSettings'>
type Preview = Output<'previewAlertSettings'>

const days = 30
const shown = 8

export function AlertSettingsPage() {
  const settings = useLive('getAlertSettings', {})
  const preview = useLive('previewAlertSettings', { query: { days } })
  const isUnwatched = preview.error instanceof Refusal && preview.error.status === 404
  return (
    <Page
      title="Alert threshold"
      note="An article about the company raises an alert when it reports a grave fact, or when it is negative with at least this probability. A story whose risk spreads widely always raises one."
    >
      <Section title="Threshold for negative articles">
        {isUnwatched ? (
          <Empty
            title="The company is not set up yet"
            actions={<ScreenLink to="/subjects">Set up the company’s subject</ScreenLink>}
          >
            {preview.error?.message}
          </Empty>
        ) : (
          <Shown live={settings}>
            {(data) => (
              <Shown live={preview}>
                {(tried) => <Threshold key={data.negativeFrom} settings={data} preview={tried} />}
              </Shown>
            )}
          </Shown>
        )}
      </Section>
      <Section title="Muted risk categories">
        <MutedKinds />
      </Section>
    </Page>
  )
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`

const alertingAt = ({ always, byTone }: Preview, threshold: number): number =>
  always + byTone.filter(({ alertsUpTo }) => alertsUpTo >= threshold).length

function Threshold({ settings, preview }: { settings: Settings; preview: Preview }) {
  const may = useMay()('thresholds:manage')
  const now = settings.negativeFrom
  const [chosen, setChosen] = useState(now)
  const save = useAct(() => call('changeAlertSettings', { body: { negativeFrom: chosen } }), {
    done: ({ negativeFrom }) => `Articles raise alerts from ${percent(negativeFrom)}`,
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (chosen !== now) save.run(undefined)
  }
  const count = alertingAt(preview, chosen)
  const before = alertingAt(preview, now)
  return (
    <Panel>
      <form className="form" onSubmit={submit}>
        <RefusalNotice error={save.error} />
        {may ? (
          <Field
            label={`Probability of at least ${percent(chosen)}`}
            hint={`Currently ${percent(now)}; the default is ${percent(settings.defaultNegativeFrom)}.`}
          >
            {(props) => (
              <input
                {...props}
                className="threshold"
                type="range"
                min={0}
                max={100}
                step={1}
                value={Math.round(chosen * 100)}
                aria-valuetext={`${percent(chosen)}: ${counted(count, 'story', 'stories')} in ${days} days`}
                onChange={(event) => setChosen(Number(event.target.value) / 100)}
              />
            )}
          </Field>
        ) : (
          <p>At least {percent(now)}. Changing it needs the admin role.</p>
        )}
        <p className="threshold-answer" aria-live="polite">
          At {percent(chosen)}, <strong>{counted(count, 'story', 'stories')}</strong> of {formatCount(preview.stories)}{' '}
          would have raised an alert in the last {days} days
          {chosen !== now &&
            count !== before &&
            `: ${formatCount(Math.abs(count - before))} ${count > before ? 'more' : 'fewer'} than now`}
          . {formatCount(preview.always)} of them at any threshold.
        </p>
        {may && (
          <div className="buttons">
            <Button
              type="submit"
              kind="primary"
              busy={save.busy}
              why={chosen === now ? 'Nothing has changed.' : undefined}
            >
              Set {percent(chosen)}
            </Button>
            {chosen !== settings.defaultNegativeFrom && (
              <Button onClick={() => setChosen(settings.defaultNegativeFrom)}>
                Choose the default, {percent(settings.defaultNegativeFrom)}
              </Button>
            )}
          </div>
        )}
      </form>
      <Borderline preview={preview} threshold={chosen} />
    </Panel>
  )
}

/** The stories next to the threshold, on either side: what a little more or less would change. */
function Borderline({ preview: { byTone }, threshold }: { preview: Preview; threshold: number }) {
  const first = byTone.findIndex(({ alertsUpTo }) => alertsUpTo < threshold)
  const border = first === -1 ? byTone.length : first
  const near = byTone.slice(Math.max(0, border - shown / 2), border + shown / 2)
  if (near.length === 0) return null
  return (
    <Table
      caption="Stories near the threshold"
      rows={near}
      keyOf={({ story }) => story}
      columns={[
        {
          head: 'Story',
          cell: ({ story, title, alertsUpTo }) =>
            alertsUpTo >= threshold ? (
              <Link to="/alerts/$story" params={{ story }}>
                {title}
              </Link>
            ) : (
              title
            ),
        },
        { head: 'Most negative article', cell: ({ alertsUpTo }) => percent(alertsUpTo), align: 'end', nowrap: true },
        {
          head: 'Alert',
          cell: ({ alertsUpTo }) => (alertsUpTo >= threshold ? 'would' : 'would not'),
          nowrap: true,
        },
      ]}
    />
  )
}

type Muted = Output<'listMutedCategories'>['categories'][number]

function MutedKinds() {
  const may = useMay()('alerts:triage')
  const live = useLive('listMutedCategories', {})
  const unmute = useAct(
    (category: Input<'muteCategory'>['body']['category']) => call('muteCategory', { body: { category, muted: false } }),
    { done: 'Unmuted' },
  )
  return (
    <Shown live={live}>
      {({ categories }) =>
        categories.length === 0 ? (
          <Empty title="No category is muted" actions={<Link to="/alerts">See the stories</Link>}>
            Only critical stories of a muted category appear in the inbox and are sent as messages. Mute a category from
            one of its stories.
          </Empty>
        ) : (
          <>
            <RefusalNotice error={unmute.error} />
            <Table
              caption="Muted risk categories"
              captionHidden
              rows={categories}
              keyOf={({ category }) => category}
              columns={[
                { head: 'Risk category', cell: ({ category }) => inWords(category) },
                { head: 'Muted by', cell: ({ actorName, actor }) => actorName ?? actor },
                { head: 'Since', cell: ({ mutedAt }) => <Time at={mutedAt} />, only: 'wide', nowrap: true },
                ...(may
                  ? [
                      {
                        head: 'Mute',
                        cell: ({ category }: Muted) => (
                          <Button size="small" onClick={() => unmute.run(category)}>
                            End it
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </>
        )
      }
    </Shown>
  )
}
