import Type, { type TSchemaOptions } from 'typebox'

/** A string that is one of the given words. */
export const words = <const T extends string>(allowed: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...allowed], ...options })

/** The same, or null. */
export const wordsOrNull = <const T extends string>(allowed: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...allowed, null], ...options })
