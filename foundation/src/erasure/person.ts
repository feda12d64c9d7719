import { Problem } from '../problem.ts'

/** Whom to erase: at least one of the two. The more is given, the more is found. */
export type Person = { email?: string | undefined; name?: string | undefined }

/** What a text is compared by: Unicode-composed, lower case, single spaces. */
export const comparable = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

export function checkPerson({ email, name }: Person): void {
  const given = [email, name].filter((text) => text !== undefined)
  // A single letter would be "found" in everything.
  if (given.length === 0 || given.some((text) => comparable(text).length < 3)) {
    throw new Problem('invalid-request', 'Name the person by an e-mail address or a name of at least 3 characters.')
  }
}
