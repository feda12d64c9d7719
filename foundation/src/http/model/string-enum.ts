import Type, { type TSchemaOptions } from 'typebox'

/** The schema of a string that is one of `values`. */
export const stringEnum = <const T extends string>(values: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })

/** The schema of a string that is one of `values`, or null. */
export const stringEnumOrNull = <const T extends string>(values: readonly T[], options: TSchemaOptions = {}) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...options })

type OpenOptions = TSchemaOptions & { description: string }

const open = <T extends string>(values: readonly T[], { description, ...options }: OpenOptions) => ({
  'x-extensible-enum': [...values],
  ...options,
  description: `${description} New values may be added.`,
})

/**
 * The schema of a string in a response that is one of `values` today. The API document lists them under
 * `x-extensible-enum`, which generated clients read as a plain string: a value added later does not break them.
 */
export const openEnum = <const T extends string>(values: readonly T[], options: OpenOptions) =>
  Type.Unsafe<T>({ type: 'string', ...open(values, options) })

/** The same, or null. */
export const openEnumOrNull = <const T extends string>(values: readonly T[], options: OpenOptions) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], ...open(values, options) })
