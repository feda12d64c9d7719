/** What a company chooses of a webhook, for a new one and for one that changes. */

import { faultOf } from '../api/api.ts'
import { Checks, Choice, TextField } from '../field.tsx'
import { AddressField } from './address-field.tsx'
import type { Webhook } from './model/webhook-state.ts'
import { offered } from './offered.ts'

export type Fields = {
  url: string
  description: string
  all: 'all' | 'some'
  events: readonly string[]
  /** By the names of the choices that the service offers. */
  choices: Readonly<Record<string, string>>
}

export const noFields = (): Fields => ({ url: '', description: '', all: 'all', events: [], choices: choicesOf({}) })

export const fieldsOf = (webhook: Webhook): Fields => ({
  url: webhook.url,
  description: webhook.description,
  all: webhook.events === null ? 'all' : 'some',
  events: offeredKinds().filter((kind) => webhook.events?.includes(kind)),
  choices: choicesOf(webhook),
})

const offeredKinds = () => offered().events.map(({ kind }) => kind)

const choicesOf = (chosen: object): Record<string, string> =>
  Object.fromEntries(
    offered().choices.map(({ name, options }) => [
      name,
      String((chosen as Record<string, unknown>)[name] ?? options[0]?.value),
    ]),
  )

/** As the service takes them. */
export const inputOf = ({ url, description, all, events, choices }: Fields) => ({
  ...choices,
  url: url.trim(),
  description,
  events: all === 'all' ? null : events,
})

/** What is missing before it can be sent. */
export const faultsOf = ({ url, all, events }: Fields): string[] => [
  ...(url.trim() === '' ? ['Give the address.'] : []),
  ...(all === 'some' && events.length === 0 ? ['Choose at least one event.'] : []),
]

export function WebhookFields({
  fields,
  onChange,
  error,
}: {
  fields: Fields
  onChange: (fields: Fields) => void
  error: unknown
}) {
  const set = (changes: Partial<Fields>) => onChange({ ...fields, ...changes })
  return (
    <>
      <AddressField value={fields.url} onChange={(url) => set({ url })} error={error} />
      <Choice
        label="Events"
        value={fields.all}
        options={[
          { value: 'all', label: 'All, including future ones' },
          { value: 'some', label: 'Only these' },
        ]}
        onChange={(all) => set({ all })}
      />
      {fields.all === 'some' && (
        <Checks
          label="Which events"
          value={fields.events}
          options={offered().events.map(({ kind, words }) => ({
            value: kind,
            label: words,
            hint: <code>{kind}</code>,
          }))}
          onChange={(events) => set({ events })}
          fault={faultOf(error, 'body.events')}
        />
      )}
      {offered().choices.map(({ name, label, options }) => (
        <Choice
          key={name}
          label={label}
          value={fields.choices[name] ?? ''}
          options={options}
          onChange={(value) => set({ choices: { ...fields.choices, [name]: value } })}
        />
      ))}
      <TextField
        label="Description"
        value={fields.description}
        onChange={(description) => set({ description })}
        maxLength={500}
        hint="For your own use; may be empty."
        fault={faultOf(error, 'body.description')}
      />
    </>
  )
}
