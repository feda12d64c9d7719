/** Lengths of time, and the hours that readings, forecasts and plans are counted in. */
export const hourMs = 3_600_000
export const dayMs = 86_400_000
export const dayHours = 24
export const weekHours = 168

/** The start of the hour that an instant is in. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)
