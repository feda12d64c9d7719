/** A list file that must not replace the list in use. The message says what is wrong with it and what to do. */
export class ListFormatError extends Error {
  override readonly name = 'ListFormatError'
}
