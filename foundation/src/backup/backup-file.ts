/**
 * A backup is one gzip file of JSON lines:
 *
 *     header      what the database was: migrations, tables with columns and row counts, sequences
 *     {"table"}   before the rows of each table, then
 *     [...]       one line a row: the text form of each column, or null
 *     {"sha256"}  of every byte before this line
 *
 * Text is PostgreSQL's own exact form of every type (microseconds, numerics and large integers included), which both
 * engines write and read alike. Nothing in the file depends on the engine it came from. It holds all that the database
 * holds, so it is written for its owner's eyes only.
 */
import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { SequenceState, TableShape } from './catalogue.ts'

const formatVersion = 1

export type BackedUpTable = TableShape & { rows: number }

export type BackupHeader = {
  format: 'service-backup'
  version: number
  createdAt: string
  migrations: { name: string; checksum: string }[]
  tables: BackedUpTable[]
  sequences: SequenceState[]
}

export type Row = (string | null)[]
export type BackupLine = { table: string } | Row

/** The file is not a whole backup, or not one of ours. Nothing has been restored from it. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup'
}

export function makeHeader(parts: Omit<BackupHeader, 'format' | 'version'>): BackupHeader {
  return { format: 'service-backup', version: formatVersion, ...parts }
}

/** The file has its name only once it is whole and on the disk. An existing file is never replaced. */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  lines: AsyncIterable<BackupLine>,
): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} already exists. A backup never replaces a file.`)
  const draft = `${file}.partial`
  await rm(draft, { force: true })
  try {
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(withChecksum(header, lines)), createGzip({ level: 4 }), target)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const folder = await open(dirname(file), 'r')
  await folder.sync()
  await folder.close()
}

async function* withChecksum(header: BackupHeader, lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (value: BackupHeader | BackupLine) => {
    const line = `${JSON.stringify(value)}\n`
    hash.update(line)
    return line
  }
  yield hashed(header)
  for await (const line of lines) yield hashed(line)
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

/** Reads the whole file once: its checksum, its form, and that each table has as many rows as the header says. */
export async function verifyBackupFile(file: string): Promise<BackupHeader> {
  const hash = createHash('sha256')
  let header: BackupHeader | undefined
  let counted: { table: string; rows: number } | undefined
  const counts = new Map<string, number>()
  let ended = false
  for await (const line of readLines(file)) {
    if (ended) throw damaged(file, 'it goes on after its end')
    if (!header) header = readHeader(file, line, hash)
    else if (line.startsWith('[')) {
      if (!counted) throw damaged(file, 'it has rows of no table')
      counted.rows++
      hash.update(line).update('\n')
    } else {
      if (counted) counts.set(counted.table, counted.rows)
      const mark = parse(file, line) as { table?: string; sha256?: string }
      ended = mark.sha256 !== undefined
      if (!ended) hash.update(line).update('\n')
      else if (mark.sha256 !== hash.digest('hex')) throw damaged(file, 'its content does not match its checksum')
      counted = { table: mark.table ?? '', rows: 0 }
    }
  }
  if (!header || !ended) throw damaged(file, 'it ends early')
  for (const { name, rows } of header.tables) {
    if (counts.get(name) !== rows) throw damaged(file, `table ${name} has ${counts.get(name)} rows and not ${rows}`)
  }
  return header
}

function readHeader(file: string, line: string, hash: Hash): BackupHeader {
  const header = parse(file, line) as BackupHeader
  if (header.format !== 'service-backup') throw damaged(file, 'it does not begin like a backup of this service')
  if (header.version !== formatVersion) {
    throw new DamagedBackup(`${file} is in backup format ${header.version}, and this version reads ${formatVersion}.`)
  }
  hash.update(line).update('\n')
  return header
}

/** The tables' rows in the order of the file, which has been verified. */
export async function* readBackupRows(file: string): AsyncGenerator<{ table: string; row: Row }> {
  let table = ''
  let isHeader = true
  for await (const line of readLines(file)) {
    if (isHeader) isHeader = false
    else if (line.startsWith('[')) yield { table, row: JSON.parse(line) }
    else table = (JSON.parse(line) as { table?: string }).table ?? ''
  }
}

/** Not `readline`, which also breaks lines at U+2028, and that may stand in a text. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest: Buffer[] = []
  const unpacked = createGunzip()
  const source = await open(file, 'r')
  pipeline(source.createReadStream(), unpacked).catch(() => {}) // the loop below meets the same error
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0
      for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, to)]).toString('utf8')
        rest = []
        from = to + 1
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
    }
  } catch (error) {
    if (error instanceof DamagedBackup) throw error
    throw damaged(file, 'it cannot be unpacked to its end', error)
  }
  if (rest.length > 0) throw damaged(file, 'it ends within a line')
}

function parse(file: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw damaged(file, 'a line of it cannot be read', error)
  }
}

const damaged = (file: string, why: string, cause?: unknown): DamagedBackup =>
  new DamagedBackup(`The backup ${file} is damaged or not whole: ${why}. Nothing was restored.`, { cause })
