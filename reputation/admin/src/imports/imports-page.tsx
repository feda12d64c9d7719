import { fileBody, Refusal, Shown, troubleOf, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { FileDrop } from '@service/ui/file-drop.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { counted, formatBytes, formatCount } from '@service/ui/numbers.ts'
import { Page, Section } from '@service/ui/page.tsx'
import { PanelPlace } from '@service/ui/panel-place.tsx'
import { State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { call, type Input, useAct, useList } from '../api/api.ts'
import { readFile, type SeenFile } from './model/seen-file.ts'
import { type ArticleImport, stateOf } from './model/words.ts'
import { Progress } from './progress.tsx'
import './imports.css'

/** Fetched when an import is opened. */
const ImportPanel = lazy(() => import('./import-panel.tsx'))

const columns: readonly Column<ArticleImport>[] = [
  {
    head: 'Import',
    cell: ({ importId, createdAt }) => (
      <Link to="/imports" search={{ import: importId }}>
        <Time at={createdAt} />
      </Link>
    ),
  },
  {
    head: 'State',
    cell: (one) => {
      const { kind, word } = stateOf(one)
      return (
        <>
          <State kind={kind}>{word}</State>
          {one.status === 'running' && <Progress of={one} />}
        </>
      )
    },
  },
  { head: 'Valid lines', only: 'wide', align: 'end', cell: ({ accepted }) => formatCount(accepted) },
  { head: 'New', only: 'wide', align: 'end', cell: ({ created }) => formatCount(created) },
  { head: 'Rejected', align: 'end', cell: ({ rejected }) => formatCount(rejected) },
]

export function ImportsPage() {
  const { import: opened } = useSearch({ from: '/shell/imports' })
  const list = useList('listArticleImports', { query: {} }, ({ imports }) => imports, {
    isMoving: (rows) => rows.some(({ status }) => status === 'running'),
  })
  return (
    <Page
      title="Imports"
      note="Your own articles, from a file. Only your company uses them, and duplicates count once."
      actions={<Updated live={list} />}
    >
      <NewImport />
      <Section title="Past imports">
        <Shown live={list}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="Nothing has been imported yet">
                An archive of press articles fills in past scores and sentiment. Your own programs import by{' '}
                <code>POST /api/v1/articles</code>.
              </Empty>
            ) : (
              <div className="split">
                <Table
                  caption="Imports"
                  captionHidden
                  rows={rows}
                  keyOf={({ importId }) => importId}
                  current={opened}
                  columns={columns}
                  more={list.more}
                />
                {opened !== undefined && (
                  <PanelPlace>
                    <ImportPanel key={opened} importId={opened} />
                  </PanelPlace>
                )}
              </div>
            )
          }
        </Shown>
      </Section>
    </Page>
  )
}

type Chosen = { file: File; seen: SeenFile }

function NewImport() {
  const navigate = useNavigate({ from: '/imports' })
  const [chosen, setChosen] = useState<Chosen>()
  const send = useAct(
    ({ file, seen }: Chosen) =>
      call('importArticles', {
        body: fileBody<Input<'importArticles'>['body']>(new Blob([file], { type: seen.form })),
      }),
    {
      done: ({ accepted, rejected }) =>
        `${counted(accepted, 'article')} accepted${rejected > 0 ? `, ${counted(rejected, 'line')} rejected` : ''}`,
      onDone: ({ importId }) => {
        setChosen(undefined)
        void navigate({ search: { import: importId } })
      },
    },
  )
  async function choose(file: File): Promise<void> {
    send.reset()
    setChosen({ file, seen: await readFile(file) })
  }
  return (
    <Section title="Import articles">
      <FileDrop
        label="A file of articles"
        hint="CSV or lines of JSON, up to 16 MB or 50,000 articles. The first line of a CSV names the columns: title, publishedAt, and url or id; also outlet, text, language."
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json"
        file={chosen?.file}
        onFile={(file) => void choose(file)}
      />
      {chosen && (
        <div className="imp-chosen">
          {chosen.seen.fault === undefined ? (
            <p>
              {formatBytes(chosen.file.size)} with {chosen.seen.fields.join(', ')}.
              {chosen.seen.unknown.length > 0 && (
                <span className="muted"> Not read: {chosen.seen.unknown.slice(0, 12).join(', ')}.</span>
              )}
            </p>
          ) : (
            <Notice kind="bad">{chosen.seen.fault}</Notice>
          )}
          <div className="buttons">
            <Button
              kind="primary"
              busy={send.busy}
              onClick={() => send.run(chosen)}
              why={chosen.seen.fault === undefined ? undefined : 'Fix the file first, then choose it again.'}
            >
              {send.busy ? 'Importing …' : 'Import the file'}
            </Button>
            <Button onClick={() => setChosen(undefined)}>Another file</Button>
            <span className="small muted">Each valid line costs one request of your quota.</span>
          </div>
        </div>
      )}
      {send.error !== null && <Refused error={send.error} />}
    </Section>
  )
}

/** Of a file that was refused as a whole, the first lines; and what to do where nobody knows whether it arrived. */
function Refused({ error }: { error: unknown }) {
  const { message } = troubleOf(error)
  const details = error instanceof Refusal ? error.details : []
  const mayHaveArrived = error instanceof Refusal && error.status === 0
  return (
    <div role="alert">
      <Notice kind="bad">
        {mayHaveArrived
          ? 'The connection was lost before the service responded. If the import is listed below, it continues. If not, import the file again: nothing counts twice.'
          : message}
        {details.length > 0 && (
          <ul className="imp-details">
            {details.slice(0, 10).map(({ path, message }) => (
              <li key={path}>
                {path.replace('body ', '')}: {message}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
