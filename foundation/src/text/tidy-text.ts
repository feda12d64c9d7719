/** Characters that no database text can hold: control characters but for white space, and halves of pairs. */
const unstorable = /[^\t\n\r\P{Cc}]|\p{Cs}/gu

/** At most `limit` characters, and none that could not be stored; a pair is not cut in halves. */
export const tidyText = (text: string, limit: number): string => text.slice(0, limit).replace(unstorable, '').trim()
