import { Problem } from '../../problem.ts'

/** Whom to erase: at least one of the two. The more is given, the more is found. */
export type Person = { email?: string | undefined; name?: string | undefined }

/** The form in which texts are compared: Unicode-composed, lower case, single spaces. */
export const comparable = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

/** Long enough to search for: a letter or two would be found everywhere. */
export const isSpecific = (text: string): boolean => comparable(text).length >= 3

export function checkPerson({ email, name }: Person): void {
  const given = [email, name].filter((text) => text !== undefined)
  if (given.length > 0 && given.every(isSpecific)) return
  throw new Problem('invalid-request', 'Name the person by an e-mail address or a name of at least 3 characters.')
}
