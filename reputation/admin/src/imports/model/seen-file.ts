/** What can be said of a file before it is sent: its form, the fields it names, and what would be refused whole. */
export type FileForm = 'text/csv' | 'application/x-ndjson' | 'application/json'

export type SeenFile = {
  form: FileForm
  /** The fields that its columns or its first line name. */
  fields: readonly string[]
  /** Names that mean nothing here. */
  unknown: readonly string[]
  /** Why it would be refused as a whole. */
  fault: string | undefined
}

const maxBytes = 16 * 1_048_576
const headBytes = 65_536

/** As the service reads them, the more usual name first (docs/feeds.md). */
const names: Readonly<Record<string, readonly string[]>> = {
  title: ['title', 'headline'],
  publishedAt: ['publishedat', 'published_at', 'published', 'pubdate', 'date'],
  url: ['url', 'link'],
  id: ['id', 'guid'],
  text: ['text', 'content', 'body', 'lead', 'summary', 'description'],
  outlet: ['outlet', 'source', 'publisher'],
  updatedAt: ['updatedat', 'updated_at', 'updated', 'modified'],
  language: ['language', 'lang'],
}

const fieldOf = (name: string): string | undefined =>
  Object.keys(names).find((field) => names[field]?.includes(name.trim().toLowerCase()))

export async function readFile(file: File): Promise<SeenFile> {
  const head = await file.slice(0, headBytes).text()
  const form = formOf(file.name, head)
  const given = namesIn(form, head)
  const fields = [...new Set(given.flatMap((name) => fieldOf(name) ?? []))]
  return {
    form,
    fields,
    unknown: given.filter((name) => fieldOf(name) === undefined && name.trim() !== ''),
    fault: faultOf(file, form, given, fields),
  }
}

function formOf(name: string, head: string): FileForm {
  const begin = head.replace(/^\uFEFF/, '').trimStart()
  if (/\.csv$|\.tsv$|\.txt$/i.test(name)) return 'text/csv'
  if (/\.(?:nd|l)?jsonl?$/i.test(name) && !/\.json$/i.test(name)) return 'application/x-ndjson'
  if (begin.startsWith('{')) return /^\{\s*"articles"/.test(begin) ? 'application/json' : 'application/x-ndjson'
  return 'text/csv'
}

/** Of the first line; a damaged one names nothing. */
function namesIn(form: FileForm, head: string): string[] {
  const [line = ''] = head.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  if (form === 'text/csv') {
    const delimiter = [',', ';', '\t'].reduce((one, other) =>
      line.split(other).length > line.split(one).length ? other : one,
    )
    return line.split(delimiter).map((name) => name.replace(/^\s*"|"\s*$/g, ''))
  }
  if (form === 'application/json') return ['title', 'publishedAt', 'url'] // each is checked by itself once it is sent
  try {
    return Object.keys(JSON.parse(line) as object)
  } catch {
    return []
  }
}

function faultOf(file: File, form: FileForm, given: readonly string[], fields: readonly string[]): string | undefined {
  if (file.size === 0) return 'The file is empty.'
  if (file.size > maxBytes) return 'The file has more than 16 MB. Split it: duplicates count once.'
  const missing = [
    ...(fields.includes('title') ? [] : ['title']),
    ...(fields.includes('publishedAt') ? [] : ['publishedAt']),
    ...(fields.includes('url') || fields.includes('id') ? [] : ['url or id']),
  ]
  if (missing.length === 0) return undefined
  const named = given.filter((name) => name.trim() !== '')
  return form === 'text/csv'
    ? `The first line must name the columns title, publishedAt, and url or id. Missing: ${missing.join(', ')}. It names: ${named.slice(0, 12).join(', ') || 'nothing'}.`
    : `Each line must be a JSON object with title, publishedAt, and url or id. The first has no ${missing.join(', ')}.`
}
