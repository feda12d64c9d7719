import { documentedAs } from '@service/foundation/http/document-components.ts'
import Type from 'typebox'

/** A text that rows are compared with; the database has no place for NUL in one. */
export const TextParameter = (maxLength: number, description: string) =>
  documentedAs(Type.String({ maxLength, description, pattern: '^[^\\u0000]*$' }), { pattern: undefined })
