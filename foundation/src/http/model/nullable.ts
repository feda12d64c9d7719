import Type, { type Static, type TSchema } from 'typebox'

/** A value of the schema's type, or null, in the short form of JSON Schema that serialises fastest. */
export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })
