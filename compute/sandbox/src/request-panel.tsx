/** What is asked: as fields or as JSON, which are the same request, and as code that asks it. */

import { Button, Buttons } from '@service/ui/button.tsx'
import { Code } from '@service/ui/code.tsx'
import { Check, Select, TextArea, TextField } from '@service/ui/field.tsx'
import { useId, useState } from 'react'
import { languages } from '../../../foundation/src/reference/model/samples.ts'
import { baseUrl, type Problem, sessionId } from './client.ts'
import { type Asked, images, type Operation, operations, type Wish } from './operations.ts'

type Props = {
  asked: Asked
  operation: Operation
  onChange: (asked: Asked) => void
  onOperation: (id: string) => void
  onSend: () => void
  isBusy: boolean
  problem: Problem | undefined
  fault: string | undefined
}

const gpuTypes = ['H200', 'H100', 'A100', 'L40S', 'L4']
const regions = ['global', 'eu', 'eea', 'nordics', 'us', 'de', 'fr', 'gb', 'se-north-1', 'de-central-1']
const levels = ['none', 'residency', 'jurisdiction', 'sovereign']
const options = (values: readonly string[]) => values.map((value) => ({ value, label: value || '(left out)' }))

export function RequestPanel(props: Props) {
  const { asked, operation, onChange, onOperation, onSend, isBusy, fault, problem } = props
  const [form, setForm] = useState<'fields' | 'json'>('fields')
  const wish = readWish(asked.body)
  const pathId = useId()
  return (
    <section className="panel" aria-labelledby={`${pathId}-title`}>
      <h2 id={`${pathId}-title`}>Request</h2>
      <fieldset className="choices">
        <legend className="hidden-visually">Operation</legend>
        {operations.map(({ id, name }) => (
          <label key={id}>
            <input type="radio" name="operation" checked={id === operation.id} onChange={() => onOperation(id)} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={`${operation.method} /sandbox…`}
        value={asked.path}
        onChange={(path) => onChange({ ...asked, path })}
        className="mono"
        spellCheck={false}
        autoComplete="off"
      />
      {operation.hasBody && (
        <>
          <Buttons>
            <Button size="small" aria-pressed={form === 'fields'} onClick={() => setForm('fields')}>
              Fields
            </Button>
            <Button size="small" aria-pressed={form === 'json'} onClick={() => setForm('json')}>
              JSON
            </Button>
          </Buttons>
          {form === 'fields' && wish ? (
            <Fields wish={wish} problem={problem} onChange={(next) => onChange({ ...asked, body: pretty(next) })} />
          ) : (
            <TextArea
              label="Body"
              className="mono"
              rows={12}
              spellCheck={false}
              value={asked.body}
              fault={wish ? undefined : 'This is not a JSON object.'}
              onChange={(body) => onChange({ ...asked, body })}
            />
          )}
        </>
      )}
      <Buttons>
        <Button kind="primary" icon="send" busy={isBusy} onClick={onSend} why={fault}>
          Send
        </Button>
      </Buttons>
      <CodeSamples asked={asked} operation={operation} />
    </section>
  )
}

function Fields({
  wish,
  problem,
  onChange,
}: {
  wish: Wish
  problem: Problem | undefined
  onChange: (wish: Wish) => void
}) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = wish
    onChange(value === '' || value === undefined ? rest : { ...wish, [name]: value })
  }
  const text = (name: string) => (wish[name] === undefined ? '' : String(wish[name]))
  const faultOf = (name: string) => {
    const found = problem?.details?.find(({ path }) => path === `body.${name}` || path.startsWith(`body.${name}.`))
    return found && `${name} ${found.message}`
  }
  const numeric = (name: string, words: string) => (
    <TextField
      label={name}
      hint={words}
      inputMode="decimal"
      value={text(name)}
      fault={faultOf(name)}
      onChange={(value) => set(name, value === '' || Number.isNaN(Number(value)) ? value : Number(value))}
    />
  )
  const listed = (name: string, values: readonly string[]) => (
    <Select
      label={name}
      options={options(values.includes(text(name)) ? values : [text(name), ...values])}
      value={text(name)}
      fault={faultOf(name)}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <div className="fields">
      {listed('gpu_type', gpuTypes)}
      {numeric('count', 'GPUs')}
      {listed('region', regions)}
      {listed('sovereignty', levels)}
      {listed('image', images)}
      {numeric('wait_seconds', '30 when left out')}
      {numeric('cpu', 'cores in all')}
      {numeric('memory_gb', 'GB in all')}
      {numeric('disk_gb', 'GB in all')}
      {numeric('duration_hours', 'a job; a service without')}
      {numeric('max_lifetime_hours', 'stopped after so long')}
      {numeric('max_delay_hours', 'may start later')}
      <Check
        label="carbon_aware"
        hint="the least emissions instead of the lowest price"
        checked={wish.carbon_aware === true}
        onChange={(checked) => set('carbon_aware', checked)}
      />
    </div>
  )
}

function CodeSamples({ asked, operation }: { asked: Asked; operation: Operation }) {
  const [shown, setShown] = useState('curl')
  const language = languages.find(({ id }) => id === shown) ?? languages[0]
  const wish = operation.hasBody ? readWish(asked.body) : undefined
  const code = language?.write({
    method: operation.method,
    url: `${baseUrl}${asked.path}`,
    headers: { 'X-Service-Sandbox': sessionId() ?? '' },
    ...(wish && { body: wish }),
  })
  return (
    <details>
      <summary>The same as code</summary>
      <Buttons>
        {languages.map(({ id, name }) => (
          <Button key={id} size="small" aria-pressed={id === shown} onClick={() => setShown(id)}>
            {name}
          </Button>
        ))}
      </Buttons>
      <Code text={code ?? ''} what={`request in ${language?.name}`} />
    </details>
  )
}

export const pretty = (wish: Wish): string => JSON.stringify(wish, null, 2)

export function readWish(body: string): Wish | undefined {
  try {
    const found = JSON.parse(body) as unknown
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Wish) : undefined
  } catch {
    return undefined
  }
}
