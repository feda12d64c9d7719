/** Fetches every file of a list. All of them or none: half a list must never stand in for the whole. */

import { ListRefused } from '../model/refusal.ts'
import { type Download, type DownloadLimits, download, type Validator } from './download.ts'

export type FetchedList =
  | { kind: 'unchanged' }
  /** Files and validators in the order of the addresses. */
  | { kind: 'changed'; files: Uint8Array[]; validators: Validator[] }

/**
 * `known` holds one validator for each address, or nothing when the list must be fetched whole. Where only some files
 * have changed, the others are fetched again: raw files are not kept, and a list is always built from all of its files.
 */
export async function fetchList(
  addresses: readonly string[],
  known: readonly Validator[],
  limits: DownloadLimits,
  cancel: AbortSignal,
): Promise<FetchedList> {
  const conditional = known.length === addresses.length
  const first: { address: string; file: Download }[] = []
  for (const [index, address] of addresses.entries()) {
    const file = await download(address, conditional ? known[index] : undefined, limits, cancel)
    first.push({ address, file })
  }
  if (first.every(({ file }) => file.kind === 'unchanged')) return { kind: 'unchanged' }

  const files: Uint8Array[] = []
  const validators: Validator[] = []
  for (const { address, file: earlier } of first) {
    const file = earlier.kind === 'file' ? earlier : await download(address, undefined, limits, cancel)
    if (file.kind === 'unchanged')
      throw new ListRefused('http-status', 'the response to a plain request was that nothing has changed')
    files.push(file.bytes)
    validators.push(file.validator)
  }
  return { kind: 'changed', files, validators }
}
