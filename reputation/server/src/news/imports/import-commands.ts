/** The commands on imports: `articles import`, `articles imports`. */
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { companyOption, optionalCompany } from '@service/foundation/admin/chosen-company.ts'
import { type Command, item, list, type Row } from '@service/foundation/admin/command.ts'
import { UsageError } from '@service/foundation/admin/usage-error.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { ImportProgress } from './article-import.ts'
import { collectRows } from './collect-rows.ts'
import type { ImportActs } from './import-acts.ts'
import type { RowFormat } from './rows/read-article-rows.ts'

type ImportCommand = Command<AdministrationFace & ImportActs>

/** Rows of one stored import; a longer file becomes several. */
const rowsEach = 20_000
const maxListed = 50

export const articlesImport: ImportCommand = {
  usage: 'articles import <file>',
  options: {
    ...companyOption,
    format: { value: 'ndjson|csv', says: 'What the file is, where its name does not say' },
  },
  summary: 'Import articles (NDJSON or CSV, may be gzipped), for every company or for one',
  async run({ admin, by, input }) {
    const path = input.path('file')
    const format = formatOf(path, input.text('format'))
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const read = await collectRows(contentOf(path), { format, now: admin.now() })
    const { rows, rejectedCount, rejected } = read
    const ids: string[] = []
    for (let at = 0; at < rows.length; at += rowsEach) {
      // Bad rows are reported once, with the first part.
      const bad = at === 0 ? { rejectedCount, rejected } : { rejectedCount: 0, rejected: [] }
      ids.push((await admin.importArticles(by, companyId, { rows: rows.slice(at, at + rowsEach), ...bad })).id)
    }
    const output = { imports: ids, accepted: rows.length, rejected: rejectedCount, rejections: rejected }
    return item(output, 'They are taken in as soon as the service runs; `articles imports` shows the progress.')
  },
}

const articlesImports: ImportCommand = {
  usage: 'articles imports',
  options: companyOption,
  summary: 'List the latest imports of articles and how far they have come; without a company, the operator’s',
  async run({ admin, by, input }) {
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const found = await admin.listImports(by, companyId, maxListed)
    return list('imports', found.map(shown), columns)
  },
}

export const importCommands: readonly ImportCommand[] = [articlesImport, articlesImports]

const columns = [
  'id',
  'createdAt',
  'finishedAt',
  'rows',
  'done',
  'created',
  'updated',
  'unchanged',
  'expired',
  'rejectedCount',
]

const shown = ({ rowCount, ...progress }: ImportProgress): Row => ({ ...progress, rows: rowCount })

function contentOf(path: string): Readable {
  const file = createReadStream(path)
  // An error of the file is thrown to the reader of the stream.
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
}

function formatOf(path: string, given: string | undefined): RowFormat {
  if (given === 'ndjson' || given === 'csv') return given
  if (given !== undefined) throw new UsageError('--format must be ndjson or csv.')
  const name = path.replace(/\.gz$/, '')
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return 'ndjson'
  if (/\.csv$/i.test(name)) return 'csv'
  throw new UsageError('Name the format with --format: ndjson or csv. The file name does not say.')
}
