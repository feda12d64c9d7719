/** Tells from its content what a list file is: names and media types differ from mirror to mirror, and lie. */
import { csvRows } from './formats/csv-rows.ts'
import { ListFormatError } from './formats/list-format-error.ts'
import { listText } from './formats/list-text.ts'

export type OfacTable = 'primary' | 'aliases' | 'addresses' | 'comments'
export type FileKind = 'ofac-xml' | 'eu-xml' | 'un-xml' | 'eu-csv' | OfacTable

const kindOfRoot: Readonly<Record<string, FileKind>> = {
  sdnList: 'ofac-xml',
  export: 'eu-xml',
  CONSOLIDATED_LIST: 'un-xml',
}

/** OFAC's tables have no header row; each has a number of columns of its own. SDN_* and CONS_* are alike. */
const kindOfColumns: Readonly<Record<number, OfacTable>> = {
  12: 'primary',
  5: 'aliases',
  6: 'addresses',
  2: 'comments',
}

/** More than any preamble of XML, and than any first row. */
const beginningBytes = 16_384

/** Throws `ListFormatError` for whatever is none of the kinds. */
export function fileKind(bytes: Uint8Array): FileKind {
  const beginning = new TextDecoder().decode(bytes.subarray(0, beginningBytes)).trimStart()
  const kind = beginning.startsWith('<') ? xmlKind(beginning) : csvKind(beginning)
  if (kind) return kind
  listText(bytes, 'list') // empty, HTML and wrongly encoded files have messages of their own
  throw new ListFormatError(
    'The file is neither an OFAC, EU nor UN list in a format known here. Check the address it comes from.',
  )
}

function xmlKind(beginning: string): FileKind | undefined {
  const withoutComments = beginning.replace(/<!--[\s\S]*?-->/g, '')
  const root = /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(withoutComments)?.[1]
  return root !== undefined && Object.hasOwn(kindOfRoot, root) ? kindOfRoot[root] : undefined
}

function csvKind(beginning: string): FileKind | undefined {
  if (/^"?fileGenerationDate"?;/.test(beginning)) return 'eu-csv'
  if (!/^"?\d+"?\s*,/.test(beginning)) return undefined
  for (const { fields } of csvRows(beginning, { delimiter: ',' })) return kindOfColumns[fields.length]
  return undefined
}
