/** The character that control sequences begin with. */
export const esc = String.fromCharCode(27)
