/** How pressing a story is. Alerts are made of the upper two. */
const levels = ['low', 'medium', 'high', 'critical'] as const
export type Level = (typeof levels)[number]
export type Severity = Extract<Level, 'high' | 'critical'>

export const isAlarming = (level: Level | undefined): level is Severity => level === 'high' || level === 'critical'

export const isHigher = (one: Level | undefined, other: Level | undefined): boolean => rank(one) > rank(other)

const rank = (level: Level | undefined): number => (level === undefined ? -1 : levels.indexOf(level))
