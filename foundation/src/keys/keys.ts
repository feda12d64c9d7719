/** API keys: how they are made, changed and ended, and the key ring that proves whom a request acts for. */
export { type ChangeKey, makeChangeKey } from './change-key.ts'
export { type CreatedKey, type CreateKey, makeCreateKey, makeInsertKey } from './create-key.ts'
export { parseKey } from './key-format.ts'
export { keyRedactor } from './key-redactor.ts'
export { KeyRing } from './key-ring.ts'
export {
  findById as findKeyById,
  findBySha256 as findKeyBySha256,
  type KeyFilter,
  type ListedKey,
  list as listKeys,
} from './key-store.ts'
export { makeRevokeAllKeys, makeRevokeKey, makeRevokeKeyInside, type RevokeKey } from './revoke-key.ts'
export { makeRotateKey, type RotateKey } from './rotate-key.ts'
