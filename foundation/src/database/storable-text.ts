/**
 * The text as PostgreSQL can store it: a NUL, and half of a surrogate pair, become U+FFFD. They are replaced and not
 * dropped, so that nothing vanishes unseen and no two words grow together.
 */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
