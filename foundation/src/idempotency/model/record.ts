/** The types of idempotency; `idempotency.ts` has the flow. */

/** A request with a key. The fingerprint is the hexadecimal SHA-256 of its method, path and body. */
export type Attempt = { companyId: string; key: string; fingerprint: string }

/** The identity of the work, stored with what it makes. `resumed`: something may have been made already. */
export type Operation = { readonly id: string; readonly resumed: boolean }

/** The right to do the work and to end the record, while the lease lasts. */
export type Claim = { companyId: string; key: string; operation: Operation; lease: string }

/** A response as it was sent, but for the headers that belong to each sending. */
export type KeptResponse = { status: number; contentType: string | null; body: string }

/** An attempt with the claim that it will have if its record is free. */
export type Asked = { attempt: Attempt; claim: Claim }

export type Ending = { claim: Claim; response: KeptResponse | undefined }

/** A record that cannot be begun. */
export type Known = { fingerprint: string; response: KeptResponse | null }

export type Begun =
  | { kind: 'begun'; claim: Claim }
  | { kind: 'completed'; response: KeptResponse }
  | { kind: 'in progress' }
  | { kind: 'mismatched' }
