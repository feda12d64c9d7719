/** Reads a list's XML as a stream of records, each a small tree; namespaces are ignored, for authorities change them. */
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { SaxesParser } from 'saxes'
import { ListFormatError } from './list-format-error.ts'

export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Character data directly inside, as written. */
  text: string
  children: readonly XmlElement[]
}

type OpenElement = XmlElement & { children: XmlElement[] }

/** What to expect: `root` and `records` are local names of elements. */
export type XmlFormat = { title: string; root: string; records: readonly string[] }

/** Records of every format are four levels deep at most; past this a file is hostile. */
const deepestLevel = 50

/** The entries that `toEntry` makes of the records, and the attributes of the root; throws as `readXmlRecords` does. */
export function readXmlEntries(
  text: string,
  format: XmlFormat,
  toEntry: (record: XmlElement) => ListEntry | undefined,
): { entries: ListEntry[]; root: Readonly<Record<string, string>> } {
  const entries: ListEntry[] = []
  const root = readXmlRecords(text, format, (record) => {
    const entry = toEntry(record)
    if (entry) entries.push(entry)
  })
  return { entries, root }
}

/**
 * Calls `onRecord` with each record element and returns the attributes of the root. Throws `ListFormatError` for
 * another root, for XML that is malformed or ends early, and for any DOCTYPE: no list has one, and entity
 * declarations are how a small file expands into a huge one.
 */
export function readXmlRecords(
  text: string,
  format: XmlFormat,
  onRecord: (record: XmlElement) => void,
): Readonly<Record<string, string>> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const records = new Set(format.records)
  const open: OpenElement[] = []
  let rootAttributes: Readonly<Record<string, string>> | undefined
  let closed = false
  let level = 0

  parser.on('error', (error) => {
    throw closed || !/unclosed|unexpected end/i.test(error.message)
      ? new ListFormatError(`The ${format.title} file is not well-formed XML (${error.message}). Download it again.`)
      : new ListFormatError(`The ${format.title} file ends early: it was cut off. Download it again.`)
  })
  parser.on('doctype', () => {
    throw new ListFormatError(
      `The ${format.title} file declares a DOCTYPE, which no genuine list does. Check its address.`,
    )
  })
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    level += 1
    if (level > deepestLevel)
      throw new ListFormatError(`The ${format.title} file nests elements too deeply to be genuine.`)
    if (!rootAttributes) {
      if (name !== format.root) {
        throw new ListFormatError(
          `The ${format.title} file has the root element <${tag.name.slice(0, 100)}>, not <${format.root}>. Check its address.`,
        )
      }
      rootAttributes = tag.attributes
    } else if (open.length > 0 || records.has(name)) {
      open.push({ name, attributes: tag.attributes, text: '', children: [] })
    }
  })
  const addText = (added: string): void => {
    const element = open.at(-1)
    if (element) element.text += added
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    level -= 1
    closed = level === 0
    const element = open.pop()
    if (!element) return
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else onRecord(element)
  })
  parser.write(text).close()
  if (!rootAttributes) throw new ListFormatError(`The ${format.title} file holds no XML. Check its address.`)
  return rootAttributes
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Trimmed text of the first child called `name`; empty where there is none. */
export function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The items of a list element: `items(entry, 'akaList')` are the `<aka>` elements of `<akaList>`. */
export function items(element: XmlElement, listName: string): readonly XmlElement[] {
  return element.children.find((child) => child.name === listName)?.children ?? []
}
