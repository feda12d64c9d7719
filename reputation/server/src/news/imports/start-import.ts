import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { ImportProgress, ReadRows } from './article-import.ts'
import * as imports from './import-store.ts'
import type { ArticleRow } from './rows/article-row.ts'

/** `by` for an act of administration; what a company sends is recorded by the import itself. */
export type StartImport = (companyId: string | undefined, read: ReadRows, by?: Act) => Promise<ImportProgress>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** Stores the good rows to be taken in. */
export function makeStartImport({ db, now, newId }: Deps): StartImport {
  const audit = makeAudit({ now, newId })
  return async (companyId, { rows, rejectedCount, rejected }, by) => {
    const id = newId('imp')
    const createdAt = now()
    const packed = await packRows(rows)
    await db.transaction(async (tx) => {
      await imports.insert(tx, {
        id,
        companyId,
        createdAt,
        rows: packed,
        rowCount: rows.length,
        rejectedCount,
        rejected,
      })
      if (!by) return
      await audit.record(tx, by, {
        at: createdAt,
        companyId: companyId ?? null,
        action: 'articles.import',
        target: id,
        after: { rows: rows.length, rejected: rejectedCount },
      })
    })
    const nothing = { done: 0, created: 0, updated: 0, unchanged: 0, expired: 0, finishedAt: null }
    return { id, createdAt, rowCount: rows.length, rejectedCount, rejected, ...nothing }
  }
}

const sliceRows = 200

/** Slice by slice, so that no single one holds up the service. */
export const packRows = (rows: readonly ArticleRow[]): Promise<Buffer> =>
  buffer(Readable.from(linesOf(rows)).pipe(createGzip({ level: 1 })))

async function* linesOf(rows: readonly ArticleRow[]): AsyncGenerator<string> {
  for (let at = 0; at < rows.length; at += sliceRows) {
    const lines = rows.slice(at, at + sliceRows).map((row) => JSON.stringify(row))
    yield `${at === 0 ? '' : '\n'}${lines.join('\n')}`
    await setImmediate()
  }
}

export async function unpackRows(packed: Uint8Array): Promise<string[]> {
  const text = (await promisify(gunzip)(packed)).toString()
  return text === '' ? [] : text.split('\n')
}
