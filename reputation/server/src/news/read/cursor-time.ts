/** The time in a cursor: one of our own making holds a time that there is; another one shows nothing. */
export const cursorTime = (ms: number): Date => new Date(Math.max(0, Math.min(ms, 253_402_300_799_999)) || 0)
