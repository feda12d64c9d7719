/** What keeps a text from being stored and shown as it was meant; undefined where nothing does. */
export function faultOfText(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must be well-formed Unicode: it contains an unpaired surrogate'
  if (controls.test(text)) return 'must not contain control characters'
  return undefined
}

/** All but tab and line ends, which stray into names from tables and only divide words. */
const controls = /[^\P{Cc}\t\n\r]/u
