import { faultOf, troubleOf } from '@service/ui/api/api.ts'
import { Button, Buttons } from '@service/ui/button.tsx'
import { Checks, Select, TextField } from '@service/ui/field.tsx'
import { ErrorSummary, Notice } from '@service/ui/notice.tsx'
import { Panel } from '@service/ui/page.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, type Output, useAct } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { emptyParty, entryTypes, faultsOf, requestOf, type Typed } from './model/party.ts'
import { ScreeningResult } from './screening-result.tsx'

type Screening = Output<'screenBatch'>['screenings'][number]

/** One name. It is sent by POST and kept nowhere in the browser. */
export function ScreenView({ lists }: { lists: readonly string[] }) {
  const may = useMay()
  const [party, setParty] = useState<Typed>(() => emptyParty(lists))
  const [shown, setShown] = useState(false)
  const [result, setResult] = useState<Screening>()
  const heading = useRef<HTMLHeadingElement>(null)
  const screen = useAct(
    async (typed: Typed) => (await call('screenBatch', { body: requestOf(typed, lists) })).screenings[0],
    { onDone: setResult },
  )
  const local = faultsOf(party)
  const fault = (field: keyof Typed): string | undefined =>
    (shown ? local[field] : undefined) ??
    faultOf(screen.error, `body.names[0].${field}`) ??
    faultOf(screen.error, `body.${field}`)
  const set = (field: keyof Typed) => (value: string) => setParty((before) => ({ ...before, [field]: value }))
  useEffect(() => {
    if (result) heading.current?.focus()
  }, [result])

  if (!may('screenings:create')) {
    return <Notice>Your role reads screenings. To make them, ask an owner for the role analyst.</Notice>
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    setShown(true)
    if (Object.keys(local).length === 0) screen.run(party)
  }
  const trouble = screen.error === null ? undefined : troubleOf(screen.error)
  return (
    <>
      <Panel>
        <form className="scr-form" onSubmit={submit} noValidate autoComplete="off">
          <TextField
            label="Name"
            hint="In any script. A comma means that the family name comes first."
            value={party.name}
            onChange={set('name')}
            fault={fault('name')}
            maxLength={500}
            spellCheck={false}
          />
          <div className="scr-fields">
            <Select
              label="Type"
              value={party.type}
              options={[{ value: '', label: 'any' }, ...entryTypes.map((value) => ({ value, label: value }))]}
              onChange={set('type')}
            />
            <TextField
              label="Date of birth"
              placeholder="1962 or 1962-11-23"
              value={party.dateOfBirth}
              onChange={set('dateOfBirth')}
              fault={fault('dateOfBirth')}
              maxLength={10}
            />
            <TextField
              label="Country"
              placeholder="VE"
              value={party.country}
              onChange={set('country')}
              fault={fault('country')}
              maxLength={2}
            />
            <TextField
              label="Your reference"
              placeholder="customer 17"
              value={party.reference}
              onChange={set('reference')}
              fault={fault('reference')}
              maxLength={200}
            />
            <TextField
              label="Threshold"
              inputMode="decimal"
              value={party.threshold}
              onChange={set('threshold')}
              fault={fault('threshold')}
            />
            <Checks
              label="Lists"
              options={lists.map((value) => ({ value, label: value }))}
              value={party.lists}
              onChange={(chosen) => setParty((before) => ({ ...before, lists: chosen }))}
              fault={fault('lists')}
            />
          </div>
          {trouble && <ErrorSummary faults={[trouble.message]} />}
          <Buttons>
            <Button kind="primary" type="submit" busy={screen.busy}>
              Screen 1 name
            </Button>
            <span className="why">Costs 1 request of the quota, and is recorded.</span>
          </Buttons>
        </form>
      </Panel>
      {result && <ScreeningResult screening={result} party={party} heading={heading} />}
    </>
  )
}
