/** Some entries of a stored version, which has tens of megabytes: piece by piece, so that other requests are served in between. */
import { createBrotliDecompress } from 'node:zlib'
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'

/** Of the text: what is searched in well under a millisecond. */
const chunkSize = 64 * 1024

/** `content` is what `serializeEntries` wrote, compressed. */
export async function* findEntries(
  content: Uint8Array,
  entityIds: ReadonlySet<string>,
): AsyncGenerator<ListEntry, void, undefined> {
  // As a line has them: only the lines that are wanted are parsed.
  const wanted = new Set([...entityIds].map((entityId) => JSON.stringify(entityId)))
  const unzip = createBrotliDecompress({ chunkSize })
  unzip.end(content)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of unzip) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!wanted.delete(idOf(line))) continue
      yield JSON.parse(line) as ListEntry
      if (wanted.size === 0) return
    }
  }
}

/** A line begins with the id, and the list follows. */
const idOf = (line: string): string => line.slice('{"entityId":'.length, line.indexOf(',"list":'))
