/** What a company chooses of a webhook, for a new one and for one that changes. */

import { faultOf } from '@service/ui/api/api.ts'
import { Checks, Choice, TextField } from '@service/ui/field.tsx'
import { AddressField } from './address-field.tsx'
import { type EventKind, eventKinds } from './model/search.ts'
import { eventWords, type Webhook } from './model/words.ts'

export type Fields = {
  url: string
  description: string
  all: 'all' | 'some'
  events: readonly EventKind[]
  alerts: Webhook['alerts']
}

export const noFields: Fields = { url: '', description: '', all: 'all', events: [], alerts: 'all' }

export const fieldsOf = ({ url, description, events, alerts }: Webhook): Fields => ({
  url,
  description,
  all: events === null ? 'all' : 'some',
  events: eventKinds.filter((kind) => events?.includes(kind)),
  alerts,
})

/** As the service takes them. */
export const inputOf = ({ url, description, all, events, alerts }: Fields) => ({
  url: url.trim(),
  description,
  events: all === 'all' ? null : events,
  alerts,
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
          options={eventKinds.map((value) => ({ value, label: eventWords[value], hint: <code>{value}</code> }))}
          onChange={(events) => set({ events })}
          fault={faultOf(error, 'body.events')}
        />
      )}
      <Choice
        label="Alerts"
        value={fields.alerts}
        options={[
          { value: 'all', label: 'Every alert' },
          { value: 'risks', label: 'Only risk assessments' },
        ]}
        onChange={(alerts) => set({ alerts })}
      />
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
