/** Labels: what a customer sorts deployments by, such as `team=search`. They are part of what was asked for, and never change. */
import type { InputFaults } from '@service/foundation/input-faults.ts'
import Type from 'typebox'

export type Labels = Readonly<Record<string, string>>

export const maxLabels = 20

/** As Kubernetes and others name them, so that labels can be carried over. */
export const labelName = /^[A-Za-z0-9]([A-Za-z0-9._/-]{0,61}[A-Za-z0-9])?$/

const maxValueLength = 63

export const LabelsInput = Type.Record(Type.String(), Type.String({ maxLength: maxValueLength }), {
  maxProperties: maxLabels,
  description:
    'Labels to filter by: names of letters, digits, ".", "_", "/" and "-", and values of at most 63 characters.',
  examples: [{ team: 'search' }],
})

export const LabelsShown = Type.Record(Type.String(), Type.String(), { description: 'Its labels.' })

export function readLabels(labels: Labels, faults: InputFaults): Labels {
  for (const [name, value] of Object.entries(labels)) {
    const path = `body.labels.${name.slice(0, 60)}`
    if (!labelName.test(name)) faults.add(path, 'must have a name of 1 to 63 letters, digits, ".", "_", "/" and "-"')
    if (/\p{Cc}/u.test(value) || !value.isWellFormed()) faults.add(path, 'must not contain control characters')
  }
  return labels
}
