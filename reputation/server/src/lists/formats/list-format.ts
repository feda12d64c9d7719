import type { ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { csvRows } from './csv-rows.ts'

/** A form in which an authority publishes its list. What a file holds is known from its beginning, never from its name. */
export type ListFormat = {
  /** For messages: `OFAC XML`. */
  title: string
  recognises(beginning: Beginning): boolean
  /** Reads all files of this format that came together. Throws `ListFormatError`. */
  read(files: readonly Uint8Array[]): ParsedList[]
}

/** What is needed to recognise a file. */
export type Beginning = {
  text: string
  /** The local name of the root element, where the file is XML. */
  root: string | undefined
}

/** More than any preamble of XML, and than any first row. */
const beginningBytes = 16_384

export function beginningOf(file: Uint8Array): Beginning {
  const text = new TextDecoder().decode(file.subarray(0, beginningBytes)).trimStart()
  return { text, root: text.startsWith('<') ? rootOf(text) : undefined }
}

function rootOf(text: string): string | undefined {
  const withoutComments = text.replace(/<!--[\s\S]*?-->/g, '')
  return /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(withoutComments)?.[1]
}

/** The first row of a file without XML; empty where there is none. */
export function firstRow({ text, root }: Beginning, delimiter: string): readonly string[] {
  if (root !== undefined) return []
  for (const { fields } of csvRows(text, { delimiter })) return fields
  return []
}

/** A format whose every file is a list whole in itself. */
export const documentFormat = (
  title: string,
  recognises: ListFormat['recognises'],
  parse: (file: Uint8Array) => ParsedList,
): ListFormat => ({ title, recognises, read: (files) => files.map(parse) })
