import { faultOf, Refusal, troubleOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Check, Choice, Field, Select, TextArea, TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { formatCount } from '@service/ui/numbers.ts'
import { Page, Panel } from '@service/ui/page.tsx'
import { formatRate } from '@service/ui/quantities.ts'
import { useMay } from '@service/ui/session/session.ts'
import { useSettled } from '@service/ui/settled.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { call, useAct, useLive } from '../api/api.ts'
import { ContainerFields, type NumberField } from './container-fields.tsx'
import { type Access, type Form, formOf, type Level, requestOf, searchOf, variablesIn } from './model/form.ts'
import { usePlan } from './use-plan.ts'
import './deploy.css'

const RequestCode = lazy(() => import('./request-code.tsx'))
const DeployOutcome = lazy(async () => ({ default: (await import('./deploy-outcome.tsx')).DeployOutcome }))
const addressMs = 400

export function DeployPage() {
  const search = useSearch({ from: '/shell/deploy' })
  const navigate = useNavigate({ from: '/deploy' })
  const may = useMay()
  const [form, setForm] = useState(() => formOf(search))
  const [env, setEnv] = useState('')
  const settled = useSettled(form, addressMs)
  const plan = usePlan(form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the form
  useEffect(() => {
    void navigate({ replace: true, search: searchOf(settled) })
  }, [settled])
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))
  const deploy = useAct(() => call('deploy', { body: { ...requestOf(form), ...variables(env), wait_seconds: 0 } }), {
    done: 'Deployment requested',
    onDone: ({ deployment_id: deploymentId }) =>
      void navigate({ to: '/deployments/$deploymentId/{-$tab}', params: { deploymentId } }),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    deploy.run(undefined)
  }
  return (
    <Page
      title="Deploy"
      note="The address of this page contains the form, except for variables: share it to propose a deployment."
    >
      <div className="deploy">
        <form className="form" onSubmit={submit}>
          <Panel>
            {deploy.error !== null && (
              <div role="alert">
                <Notice kind="bad">{wordsOf(deploy.error)}</Notice>
              </div>
            )}
            <Fields form={form} onChange={change} error={deploy.error ?? plan.error}>
              <TextArea
                label="Variables"
                hint="NAME=value, one a line. Stored encrypted, never shown again, never in the address."
                rows={2}
                spellCheck={false}
                autoComplete="off"
                value={env}
                onChange={setEnv}
              />
            </Fields>
            <div className="buttons">
              <Button
                type="submit"
                kind="primary"
                busy={deploy.busy}
                why={
                  may('deployments:write') ? undefined : 'Your role can only plan: deploying needs deployments:write.'
                }
              >
                {deploy.busy ? 'Asking …' : 'Deploy'}
              </Button>
            </div>
          </Panel>
        </form>
        <div className="deploy-outcome" data-old={plan.isOld || undefined}>
          <Suspense>
            <DeployOutcome plan={plan} form={form} onChange={change} />
            <RequestCode form={form} />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

const variables = (env: string) => {
  const given = variablesIn(env)
  return Object.keys(given).length === 0 ? {} : { env: given }
}

const wordsOf = (error: unknown): string =>
  error instanceof Refusal && error.details.length > 0
    ? error.details.map(({ path, message }) => `${path.replace(/^body\./, '')} ${message}`).join('; ')
    : troubleOf(error).message

const levelOptions: readonly { value: Level; label: string; hint: string }[] = [
  { value: 'none', label: 'none', hint: 'Anywhere in the region.' },
  { value: 'residency', label: 'residency', hint: 'The data stays in the region.' },
  { value: 'jurisdiction', label: 'jurisdiction', hint: 'The operator and its parent company are also under its law.' },
  { value: 'sovereign', label: 'sovereign', hint: 'Everything is also in one country, on dedicated nodes.' },
]

const accessOptions: readonly { value: Access; label: string; hint: string }[] = [
  { value: 'public', label: 'anyone', hint: 'Who knows the address.' },
  { value: 'key', label: 'keys', hint: 'Programs with a key of the company, in X-Service-Key.' },
  { value: 'company', label: 'company', hint: 'People of the company, signed in.' },
]

/** Whether the address brought some of what is seldom asked for; what is typed later opens nothing by itself. */
const hasMore = ({ name, labels, port, command, args, maxPriceUsd, maxLifetimeHours, ...form }: Form): boolean =>
  [name, labels, port, command, args, maxPriceUsd, maxLifetimeHours]
    .concat(form.healthPath, form.cpu, form.memoryGb, form.diskGb)
    .some((text) => text !== '') || form.access !== 'public'

function Fields({
  form,
  onChange,
  error,
  children,
}: {
  form: Form
  onChange: (part: Partial<Form>) => void
  error: unknown
  children: ReactNode
}) {
  const [isOpen] = useState(() => hasMore(form))
  const regions = useId()
  const prices = useLive('listPrices', { query: { limit: 200 } }, { everyMs: 60_000 })
  const places = useLive('listRegions', { query: { limit: 200 } }, { everyMs: 300_000 })
  const types = (prices.data?.prices ?? []).map((price) => ({
    value: price.gpu_type,
    label: [
      price.gpu_type,
      price.lowest_usd_per_gpu_hour !== null && formatRate(price.lowest_usd_per_gpu_hour),
      `${formatCount(price.free)} free`,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  const known = types.some(({ value }) => value === form.gpuType)
  const fault = (field: string) => {
    const words = faultOf(error, `body.${field}`)
    return words === undefined ? undefined : `This ${words}.`
  }
  const number: NumberField = (field, label, rest) => (
    <TextField
      label={label}
      type="number"
      {...rest}
      value={form[field] as string}
      onChange={(value) => onChange({ [field]: value })}
    />
  )
  return (
    <>
      <TextField
        label="Image"
        required
        spellCheck={false}
        placeholder="nginx:alpine"
        maxLength={512}
        value={form.image}
        onChange={(image) => onChange({ image })}
        fault={form.image === '' ? undefined : fault('image')}
      />
      <div className="deploy-gpus">
        <Select
          label="GPU"
          options={known ? types : [{ value: form.gpuType, label: form.gpuType }, ...types]}
          value={form.gpuType}
          onChange={(gpuType) => onChange({ gpuType })}
          fault={fault('gpu_type')}
        />
        {number('count', 'Count', { min: 1, max: 1024, step: '1' })}
      </div>
      <Field
        label="Where"
        hint="Groups, countries or hubs, in order of preference: se-north-1, DE, eu."
        fault={fault('region')}
      >
        {(props) => (
          <>
            <input
              {...props}
              list={regions}
              spellCheck={false}
              value={form.region}
              onChange={(event) => onChange({ region: event.target.value })}
            />
            <datalist id={regions}>
              {places.data?.regions.map(({ region, name }) => (
                <option key={region} value={region}>
                  {name}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Choice<Level>
        label="Sovereignty"
        options={levelOptions}
        value={form.sovereignty}
        onChange={(sovereignty) => onChange({ sovereignty })}
        fault={fault('sovereignty')}
      />
      <Check
        label="Prefer the cleanest hub to the cheapest"
        checked={form.carbonAware}
        onChange={(carbonAware) => onChange({ carbonAware })}
      />
      <div className="deploy-pair">
        {number('durationHours', 'Expected hours', { min: 0, max: 8_784, step: 'any', hint: 'For a job.' })}
        {form.carbonAware &&
          number('maxDelayHours', 'Longest wait in hours', {
            min: 0,
            max: 168,
            step: 'any',
            hint: 'For a cleaner grid.',
          })}
      </div>
      <details className="deploy-more" open={isOpen}>
        <summary>Name, labels, port, command, access, CPU and memory, price, lifetime, variables</summary>
        <div className="deploy-pair">
          {number('maxPriceUsd', 'Highest price in $ per GPU-hour', { min: 0, max: 1_000, step: 'any' })}
          {number('port', 'Port', { min: 1, max: 65_535, step: '1' })}
        </div>
        <Choice<Access>
          label="Who may reach it"
          options={accessOptions}
          value={form.access}
          onChange={(access) => onChange({ access })}
        />
        {number('maxLifetimeHours', 'Stop it after hours', {
          min: 0,
          max: 8_784,
          step: 'any',
          hint: 'Counted from when it first runs.',
        })}
        <TextField label="Name" maxLength={200} value={form.name} onChange={(name) => onChange({ name })} />
        <TextField
          label="Labels"
          placeholder="team=search, tier=gold"
          maxLength={1_000}
          value={form.labels}
          onChange={(labels) => onChange({ labels })}
          fault={fault('labels')}
        />
        <ContainerFields form={form} onChange={onChange} number={number} fault={fault} />
        {children}
      </details>
    </>
  )
}
