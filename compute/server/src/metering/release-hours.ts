import type { Queryable } from '@service/foundation/database/database.ts'
import * as hours from './hours-store.ts'

/**
 * Gives back what is still reserved for deployments, in the transaction in which they end, or in which their placement
 * comes to nothing after all. Nothing happens to those that hold no reservation.
 */
export async function releaseHours(tx: Queryable, deploymentIds: readonly string[]): Promise<void> {
  const expected = await hours.reservationsOf(tx, deploymentIds)
  if (expected.length === 0) return
  const months = await hours.lock(tx, expected)
  const reservations = await hours.reservationsOf(tx, deploymentIds)
  await hours.reduce(
    tx,
    reservations.map((reservation) => ({ ...reservation, gpuMs: 0 })),
  )
  await hours.write(
    tx,
    months.map((month) => ({
      ...month,
      reservedMs: reservations
        .filter(({ companyId, month: of }) => companyId === month.companyId && of === month.month)
        .reduce((left, { gpuMs }) => left - gpuMs, month.reservedMs),
    })),
  )
}
