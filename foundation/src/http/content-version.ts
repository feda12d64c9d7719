import { createHash } from 'node:crypto'

/** The version of a response for its entity tag: changes with every byte. JSON and CSV of the same content differ. */
export const contentVersion = (content: unknown, csv: boolean): string =>
  createHash('sha256')
    .update(csv ? 'csv' : 'json')
    .update(JSON.stringify(content))
    .digest('base64url')
    .slice(0, 27)
