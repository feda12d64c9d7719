import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import * as figures from './figures-store.ts'

type Quoted = { title: string; url: string; outlet: string }

/** Has figures that quote an article's words quote those that now stand there, before they are made again. */
export async function requote(
  tx: Queryable,
  owner: Owner,
  changes: readonly { before: Quoted; after: Quoted }[],
): Promise<void> {
  const words = new Map(
    changes.flatMap(({ before, after }) =>
      (['title', 'url', 'outlet'] as const)
        .filter((field) => before[field] !== after[field])
        .map((field) => [before[field], after[field]] as const),
    ),
  )
  const companyId = owner === platform ? undefined : owner
  const titles = changes.map(({ before }) => before.title)
  const alerts = await figures.alertsQuoting(tx, companyId, titles)
  await figures.requoteAlerts(tx, changed(alerts, words))
  for (const drivers of changed(await figures.listDrivers(tx, companyId), words)) {
    await figures.replaceDrivers(tx, drivers)
  }
}

const changed = <Row>(rows: readonly Row[], words: ReadonlyMap<string, string>): Row[] =>
  rows.flatMap((row) => {
    const after = replaced(row, words) as Row
    return isDeepStrictEqual(row, after) ? [] : [after]
  })

function replaced(value: unknown, words: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return words.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => replaced(item, words))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, words)]))
}
