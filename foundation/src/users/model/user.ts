/** A person of a company. `email` and `name` are null once the person has been erased. */
export type User = {
  id: string
  companyId: string
  email: string | null
  name: string | null
  /** One of the service's roles. */
  role: string
  /** Erasure passes over this user. */
  legalHold: boolean
  createdAt: Date
  erasedAt: Date | null
  /** When the person left the company. What they did and the keys they made go on naming them. */
  removedAt: Date | null
}

/** Loose on purpose: whether an address exists, only a mail can tell. */
export const isEmail = (text: string): boolean =>
  text.length <= 320 && text.isWellFormed() && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text)
