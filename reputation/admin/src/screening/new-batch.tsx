import { troubleOf } from '@service/ui/api/api.ts'
import { account } from '@service/ui/app/app.ts'
import { Button, Buttons } from '@service/ui/button.tsx'
import { Check, Select, TextField } from '@service/ui/field.tsx'
import { FileDrop } from '@service/ui/file-drop.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Panel, Section } from '@service/ui/page.tsx'
import { Table } from '@service/ui/table.tsx'
import { useEffect, useRef, useState } from 'react'
import { call, type Output, useAct } from '../api/api.ts'
import { type Csv, decodeText, parseCsv } from './model/csv.ts'
import { type DateOrder, type Field, fields, fieldWords, guessMapping, type Mapping, rowsOf } from './model/mapping.ts'

const maxNames = 10_000
const shownFaults = 50

type Chosen = { label: string; csv: Csv }
type Faults = Output<'checkScreeningBatch'>['faults']

export function NewBatch({ onMade }: { onMade: (batchId: string) => void }) {
  const [file, setFile] = useState<Chosen>()
  const [trouble, setTrouble] = useState<string>()
  async function read(chosen: File): Promise<void> {
    setTrouble(undefined)
    const csv = parseCsv(decodeText(new Uint8Array(await chosen.arrayBuffer())))
    if (csv.rows.length === 0) setTrouble('This file has no row below its head. The first line must name the columns.')
    else if (csv.rows.length > maxNames)
      setTrouble(
        `This file has ${counted(csv.rows.length, 'row')}. Split it: a batch has at most ${formatCount(maxNames)}.`,
      )
    else setFile({ label: chosen.name, csv })
  }
  return file ? (
    <Prepare
      key={file.label}
      file={file}
      onMade={(batchId) => {
        setFile(undefined)
        onMade(batchId)
      }}
      onCancel={() => setFile(undefined)}
    />
  ) : (
    <>
      <FileDrop
        label="A CSV file with names"
        hint="Choose it, or drop it here. It is read in this browser; nothing is sent yet."
        file={undefined}
        accept=".csv,.txt,.tsv,text/csv"
        onFile={(chosen) => void read(chosen)}
      />
      {trouble !== undefined && <Notice kind="bad">{trouble}</Notice>}
    </>
  )
}

function Prepare({
  file: { label, csv },
  onMade,
  onCancel,
}: {
  file: Chosen
  onMade: (batchId: string) => void
  onCancel: () => void
}) {
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(csv.head))
  const [order, setOrder] = useState<DateOrder>('day')
  const [threshold, setThreshold] = useState('0.86')
  const [checked, setChecked] = useState<Faults>()
  const [leaveOut, setLeaveOut] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const company = account.useLive('getCompany', {})
  const rows = rowsOf(csv, mapping, order)
  useEffect(() => heading.current?.focus(), [])

  const check = useAct(
    async (_given: undefined) =>
      (await call('checkScreeningBatch', { body: { names: rows.map(({ party }) => party) } })).faults,
    { onDone: setChecked },
  )
  const faulty = new Set((checked ?? []).map(({ index }) => index))
  const kept = rows.filter((_, index) => !faulty.has(index))
  const names = leaveOut || faulty.size === 0 ? kept : []
  const screen = useAct(
    (parties: readonly object[]) =>
      call('createScreeningBatch', {
        body: { label, threshold: Number(threshold.replace(',', '.')), names: parties as { name: string }[] },
      }),
    { done: ({ names }) => `${counted(names, 'name')} accepted`, onDone: ({ batchId }) => onMade(batchId) },
  )
  const change = (next: () => void) => {
    setChecked(undefined)
    next()
  }
  const left = company.data && Math.max(0, company.data.monthlyQuota - company.data.requestsUsed)
  const number = Number(threshold.replace(',', '.'))
  const isThreshold = threshold.trim() !== '' && number >= 0 && number <= 1
  const failure = screen.error ?? check.error
  return (
    <Section
      title={`Columns of ${label}`}
      actions={
        <Button kind="quiet" onClick={onCancel}>
          Another file
        </Button>
      }
    >
      <Panel>
        <p className="hidden-visually" ref={heading} tabIndex={-1}>
          {counted(rows.length, 'row')} in {label}
        </p>
        <div className="scr-fields">
          {fields.map((field) => (
            <Select
              key={field}
              label={fieldWords[field]}
              value={String(mapping[field] ?? '')}
              options={[
                { value: '', label: 'not in the file' },
                ...csv.head.map((head, i) => ({ value: String(i), label: head || `column ${i + 1}` })),
              ]}
              onChange={(value) => change(() => setMapping(withColumn(mapping, field, value)))}
            />
          ))}
          {mapping.dateOfBirth !== undefined && (
            <Select
              label="In 4/5/1962, the first number is"
              value={order}
              options={[
                { value: 'day', label: 'the day' },
                { value: 'month', label: 'the month' },
              ]}
              onChange={(value) => change(() => setOrder(value))}
            />
          )}
          <TextField
            label="Threshold"
            inputMode="decimal"
            value={threshold}
            onChange={setThreshold}
            fault={isThreshold ? undefined : 'Enter a number from 0 to 1.'}
          />
        </div>
        <Table
          caption="The first rows, as they will be screened"
          rows={rows.slice(0, 3)}
          keyOf={({ line }) => String(line)}
          columns={[
            { head: 'Name', cell: ({ party }) => <bdi>{party.name ?? ''}</bdi> },
            { head: 'Type', only: 'wide', cell: ({ party }) => party.type ?? '' },
            { head: 'Born', cell: ({ party }) => party.dateOfBirth ?? '' },
            { head: 'Country', cell: ({ party }) => party.country ?? '' },
            { head: 'Reference', only: 'wide', cell: ({ party }) => <bdi>{party.reference ?? ''}</bdi> },
          ]}
        />
        {checked !== undefined && faulty.size > 0 && (
          <>
            <Table
              caption={`${counted(faulty.size, 'row')} cannot be screened as they are`}
              rows={checked.slice(0, shownFaults)}
              keyOf={({ index, field }) => `${index} ${field}`}
              columns={[
                { head: 'Line', cell: ({ index }) => rows[index]?.line ?? '' },
                { head: 'Field', cell: ({ field }) => field },
                {
                  head: 'Says',
                  only: 'wide',
                  cell: ({ index, field }) => (
                    <bdi>{(rows[index]?.party as Record<string, string>)?.[field] ?? ''}</bdi>
                  ),
                },
                { head: 'Fault', cell: ({ message }) => message },
              ]}
              foot={checked.length > shownFaults && <span>{counted(checked.length - shownFaults, 'more fault')}</span>}
            />
            <Check
              label={`Leave ${counted(faulty.size, 'row')} out`}
              hint="Or fix the file and choose it again."
              checked={leaveOut}
              onChange={setLeaveOut}
            />
          </>
        )}
        {failure !== null && <Notice kind="bad">{troubleOf(failure).message}</Notice>}
        <Buttons>
          {checked === undefined ? (
            <Button kind="primary" busy={check.busy} onClick={() => check.run(undefined)}>
              Check {counted(rows.length, 'row')}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={screen.busy}
              why={whyNot(names.length, left, isThreshold)}
              onClick={() => screen.run(names.map(({ party }) => party))}
            >
              Screen {counted(names.length, 'name')}
            </Button>
          )}
          <span className="muted">
            {checked === undefined
              ? 'Checking costs nothing.'
              : `Costs ${counted(names.length, 'request')}${left === undefined ? '' : ` of ${formatCount(left)} left this month`}.`}
          </span>
        </Buttons>
      </Panel>
    </Section>
  )
}

function whyNot(names: number, left: number | undefined, isThreshold: boolean): string | undefined {
  if (!isThreshold) return 'The threshold must be a number from 0 to 1.'
  if (names === 0) return 'Fix the rows above, or leave them out.'
  if (left !== undefined && names > left) return `Only ${counted(left, 'request')} are left this month.`
  return undefined
}

function withColumn(mapping: Mapping, field: Field, value: string): Mapping {
  const next = { ...mapping }
  if (value === '') delete next[field]
  else next[field] = Number(value)
  return next
}
