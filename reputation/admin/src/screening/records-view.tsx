import { Shown } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Select, TextField } from '@service/ui/field.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Filters } from '@service/ui/page.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type Output, useList } from '../api/api.ts'
import { formatScore } from './model/comparison.ts'
import { type DeskSearch, type VerdictChoice, verdictChoices } from './model/desk-search.ts'

type Found = Output<'searchScreenings'>['screenings'][number]

const verdictLabels: Record<VerdictChoice, string> = {
  undecided: 'a match undecided',
  'true-match': 'a true match',
  'false-match': 'a false match',
}

/** Past records. What is searched for is sent by POST and stands in no address; the other filters do. */
export default function RecordsView() {
  const search = useSearch({ from: '/shell/screening' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const { verdict, found } = search
  const list = useList(
    'searchScreenings',
    {
      body: {
        ...(text !== '' && { text }),
        ...(verdict && { verdict }),
        ...(found && { clean: found === 'clean' }),
      },
    },
    ({ screenings }) => screenings,
  )
  const choose = (name: 'verdict' | 'found', value: string) => {
    const { [name]: _replaced, ...rest } = search
    const chosen = (value === 'any' ? rest : { ...rest, [name]: value }) as DeskSearch
    void navigate({ to: '/screening', search: chosen, replace: true, resetScroll: false })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setText(typed.trim())
  }
  const isFiltered = text !== '' || verdict !== undefined || found !== undefined
  return (
    <>
      <form onSubmit={submit} autoComplete="off">
        <Filters label="Records">
          <TextField
            label="Words"
            hint="Of the name, your reference, a listed name or an id"
            type="search"
            value={typed}
            onChange={(value) => {
              setTyped(value)
              if (value === '') setText('')
            }}
            maxLength={200}
          />
          <Select
            label="With"
            value={verdict ?? 'any'}
            options={[
              { value: 'any', label: 'any verdict or none' },
              ...verdictChoices.map((value) => ({ value, label: verdictLabels[value] })),
            ]}
            onChange={(value) => choose('verdict', value)}
          />
          <Select
            label="Found"
            value={found ?? 'any'}
            options={[
              { value: 'any', label: 'anything' },
              { value: 'matches', label: 'a match' },
              { value: 'clean', label: 'no match' },
            ]}
            onChange={(value) => choose('found', value)}
          />
          <Button type="submit" icon="search">
            Search
          </Button>
        </Filters>
      </form>
      <Shown live={list}>
        {(rows) =>
          rows.length > 0 ? (
            <Table
              caption="Records"
              captionHidden
              rows={rows}
              keyOf={({ screeningId }) => screeningId}
              columns={columns}
              more={list.more}
            />
          ) : (
            <Empty
              title={isFiltered ? 'No matching records' : 'Nothing has been screened yet'}
              actions={list.more && <Button onClick={list.more.onMore}>Search further back</Button>}
            >
              {list.more
                ? 'The newest 20,000 records were searched.'
                : isFiltered
                  ? 'Change the words or the filters.'
                  : 'Every name that is screened, by people here or through the API, leaves a record.'}
            </Empty>
          )
        }
      </Shown>
    </>
  )
}

const columns: readonly Column<Found>[] = [
  {
    head: 'Name',
    cell: ({ screeningId, query, reference, legalHold }) => (
      <>
        <Link to="/screening/$screeningId" params={{ screeningId }}>
          {query === null ? 'erased' : <bdi>{query}</bdi>}
        </Link>
        {reference !== null && (
          <span className="muted">
            {' '}
            <bdi>{reference}</bdi>
          </span>
        )}
        {legalHold && <Badge>legal hold</Badge>}
      </>
    ),
  },
  { head: 'Outcome', cell: (row) => <Outcome row={row} /> },
  {
    head: 'Most similar',
    only: 'wide',
    cell: ({ best }) =>
      best === null ? (
        <span className="muted">no match</span>
      ) : (
        <>
          {formatScore(best.similarity)} <bdi>{best.name}</bdi> <span className="muted">{best.list}</span>
        </>
      ),
  },
  { head: 'Screened', only: 'wide', nowrap: true, cell: ({ screenedAt }) => <Time at={screenedAt} /> },
]

function Outcome({ row: { clean, matchCount, undecided, trueMatches, falseMatches } }: { row: Found }) {
  if (trueMatches > 0) return <State kind="warn">{counted(trueMatches, 'true match', 'true matches')}</State>
  if (undecided > 0) return <State kind="info">{formatCount(undecided)} undecided</State>
  if (clean) return <State kind="good">no match</State>
  if (falseMatches > 0) return <State kind="good">{counted(falseMatches, 'false match', 'false matches')}</State>
  return <State kind="off">{counted(matchCount ?? 0, 'match', 'matches')}</State>
}
