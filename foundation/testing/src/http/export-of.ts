/** A list as lines of JSON, as a customer's program reads it: the items, and the cursor of each. */
import type { Client } from '../client.ts'

export async function exportOf<T>(
  client: Pick<Client, 'get'>,
  path: string,
  query: Record<string, string> = {},
): Promise<{ items: T[]; cursors: string[] }> {
  const { status, text } = await client.get(path, query, { Accept: 'application/x-ndjson' })
  if (status !== 200) throw new Error(`${path} is ${status}: ${text}`)
  const lines = text.split('\n').slice(0, -1)
  const parsed = lines.map((line) => JSON.parse(line) as T & { cursor: string })
  return {
    items: parsed.map(({ cursor: _cursor, ...item }) => item as unknown as T),
    cursors: parsed.map(({ cursor }) => cursor),
  }
}
