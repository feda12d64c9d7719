import Type, { type TSchemaOptions } from 'typebox'

/** The schema of a string that is one of `values`. */
export const stringEnum = <const T extends string>(values: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })

/** The schema of a string that is one of `values`, or null. */
export const stringEnumOrNull = <const T extends string>(values: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...options })
