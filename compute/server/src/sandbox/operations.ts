/** Idempotency keys of the sandbox, in memory: as `foundation/src/idempotency/` keeps them, for as long as a session. */
import type { Idempotency } from '@service/foundation/idempotency/idempotency.ts'
import type { KeptResponse } from '@service/foundation/idempotency/model/record.ts'
import { LruMap } from '@service/foundation/lru-map.ts'

type Known = { fingerprint: string; operationId: string; response: KeptResponse | undefined; isAtWork: boolean }

const maxKept = 2_000

export function openOperations(newId: () => string): Idempotency {
  const known = new LruMap<string, Known>(maxKept)
  const nameOf = ({ companyId, key }: { companyId: string; key: string }) => `${companyId} ${key}`
  return {
    async begin({ companyId, key, fingerprint }) {
      const name = nameOf({ companyId, key })
      const found = known.get(name)
      if (found && found.fingerprint !== fingerprint) return { kind: 'mismatched' }
      if (found?.response) return { kind: 'completed', response: found.response }
      if (found?.isAtWork) return { kind: 'in progress' }
      const operationId = found?.operationId ?? newId()
      known.set(name, { fingerprint, operationId, response: undefined, isAtWork: true })
      const operation = { id: operationId, resumed: found !== undefined }
      return { kind: 'begun', claim: { companyId, key, operation, lease: operationId } }
    },
    async end(claim, response) {
      const found = known.get(nameOf(claim))
      if (found) known.set(nameOf(claim), { ...found, response, isAtWork: false })
    },
    async close() {},
  }
}
