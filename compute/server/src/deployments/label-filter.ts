/** Labels as a filter of lists: `name=value`, or `name` for any value. */
import Type from 'typebox'
import type { LabelFilter } from './deployment-store.ts'
import { maxLabels } from './model/labels.ts'

export const LabelParameter = Type.Optional(
  Type.Array(Type.String({ maxLength: 127, pattern: '^[^\\u0000]+$' }), {
    minItems: 1,
    maxItems: maxLabels,
    description: 'Those with all of these labels: `name=value`, or `name` for any value.',
    examples: [['team=search']],
  }),
)

export function readLabelFilter(text: string): LabelFilter[number] {
  const end = text.indexOf('=')
  return end < 0 ? [text, null] : [text.slice(0, end), text.slice(end + 1)]
}
