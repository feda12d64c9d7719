/** An API key as it may be listed: its plaintext exists only in the answer that created it. */
export type ApiKey = {
  id: string
  companyId: string
  /** User id. */
  createdBy: string
  name: string
  scopes: readonly string[]
  prefix: string
  lastFour: string
  createdAt: Date
  expiresAt: Date | null
  /** Lags by up to a minute. */
  lastUsedAt: Date | null
  revokedAt: Date | null
  /** The id of the key that a rotation put in this one's place. */
  replacedBy: string | null
}

export type KeyStatus = 'active' | 'expiring' | 'expired' | 'revoked'

/** `expiring`: replaced by a rotation, still accepted until its overlap ends. */
export function keyStatus(key: ApiKey, now: Date): KeyStatus {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && key.expiresAt <= now) return 'expired'
  return key.replacedBy ? 'expiring' : 'active'
}

/** The fields of a key that can change, as audit events show them. */
export const keyFields = ({ name, scopes, expiresAt, revokedAt, replacedBy }: ApiKey) => ({
  name,
  scopes,
  expiresAt,
  revokedAt,
  replacedBy,
})
