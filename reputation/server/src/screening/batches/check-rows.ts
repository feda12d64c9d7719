/** What is wrong with the rows of a batch, before anything is charged: the same that screening them would refuse. */
import { Breath } from '@service/foundation/breath.ts'
import { entryTypes } from '@service/reputation-domain/lists/model/entry.ts'
import { type AskedParty, faultsOfParty } from '../party.ts'

export type TypedRow = { name?: string; type?: string; dateOfBirth?: string; country?: string; reference?: string }
export type RowFault = { index: number; field: string; message: string }

/** More would make no better report. */
export const maxFaults = 1_000

const maxLengths = { name: 500, dateOfBirth: 10, country: 2, reference: 200 } as const

/** Requests of others are served between two rows. */
export async function checkRows(rows: readonly TypedRow[]): Promise<RowFault[]> {
  const breath = new Breath()
  const faults: RowFault[] = []
  for (const [index, row] of rows.entries()) {
    for (const { field, message } of faultsOf(row)) faults.push({ index, field, message })
    if (faults.length >= maxFaults) break
    await breath.take()
  }
  return faults.slice(0, maxFaults)
}

function faultsOf({ type, ...row }: TypedRow): { field: string; message: string }[] {
  const faults = Object.entries(maxLengths).flatMap(([field, length]) =>
    (row[field as keyof typeof row] ?? '').length > length
      ? [{ field, message: `must have at most ${length} characters` }]
      : [],
  )
  const known = entryTypes.find((one) => one === type)
  if (type !== undefined && known === undefined)
    faults.push({ field: 'type', message: `must be one of ${entryTypes.join(', ')}` })
  if (faults.length > 0) return faults
  const asked: AskedParty = { ...row, name: row.name ?? '', limit: 1, ...(known && { type: known }) }
  return faultsOfParty(asked)
}
