import { createHash } from 'node:crypto'

/** For the entity tag of an answer: changes with every byte of it. JSON and CSV of the same content differ. */
export const answerVersion = (answer: unknown, csv: boolean): string =>
  createHash('sha256')
    .update(csv ? 'csv' : 'json')
    .update(JSON.stringify(answer))
    .digest('base64url')
    .slice(0, 27)
