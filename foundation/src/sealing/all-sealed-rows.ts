import type { SealedRows } from './sealed-rows.ts'

/** Several kinds of rows as one: one after the other, each id with the number of its kind before it. */
export function allSealedRows(kinds: readonly SealedRows[]): SealedRows {
  const place = (afterId: string): [number, string] => {
    const [, kind = '0', id = ''] = /^(\d+):(.*)$/s.exec(afterId) ?? []
    return [Number(kind), id]
  }
  return {
    name: kinds.map(({ name }) => name).join(' and '),
    async tidy(db, now) {
      for (const kind of kinds) await kind.tidy?.(db, now)
    },
    async countByKey(db) {
      const counts = new Map<string, number>()
      for (const kind of kinds) {
        for (const { keyId, secrets } of await kind.countByKey(db))
          counts.set(keyId, (counts.get(keyId) ?? 0) + secrets)
      }
      return [...counts].map(([keyId, secrets]) => ({ keyId, secrets }))
    },
    async resealPage(tx, sealer, afterId, limit) {
      const [first, id] = place(afterId)
      const done: string[] = []
      for (const [number, kind] of kinds.entries()) {
        if (number < first || done.length >= limit) continue
        const page = await kind.resealPage(tx, sealer, number === first ? id : '', limit - done.length)
        done.push(...page.map((one) => `${number}:${one}`))
      }
      return done
    },
  }
}
