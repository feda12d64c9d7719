/**
 * Sealing: how secrets that the service must read back (those that sign webhooks, say) are kept in the database.
 *
 * A **sealer** encrypts a value for one purpose and row under the newest of its **keys**, and opens what any of them has
 * sealed (`sealer.ts`). Keys come from the configuration or from a file of our own (`open-sealer.ts`, `key-file.ts`). A
 * feature that stores sealed values says so by its **sealed rows**, by which an operator moves them to a new key
 * (`reseal-secrets.ts`), and a start with a key missing is refused (`sealed-rows.ts`).
 */
export { allSealedRows } from './all-sealed-rows.ts'
export { type OpenedSealer, openExistingSealer, openSealer } from './open-sealer.ts'
export { makeResealSecrets, type ResealSecrets } from './reseal-secrets.ts'
export { sealedColumn } from './sealed-column.ts'
export { requireKeysOf, resealRows, type SealedRows } from './sealed-rows.ts'
export { makeSealer, SealError, type Sealer, sealingKeyIdOf } from './sealer.ts'
export { parseSealingKeys, type SealingKeys } from './sealing-keys.ts'
