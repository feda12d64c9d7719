/** What the container is given, and how it is seen to be up. */
import { TextField } from '@service/ui/field.tsx'
import type { ReactNode } from 'react'
import type { Form } from './model/form.ts'

export type NumberField = (
  field: keyof Form,
  label: string,
  rest: { min: number; max: number; step: string; hint?: string },
) => ReactNode

type Props = {
  form: Form
  onChange: (part: Partial<Form>) => void
  number: NumberField
  fault: (field: string) => string | undefined
}

export function ContainerFields({ form, onChange, number, fault }: Props) {
  return (
    <>
      <TextField
        label="Command"
        hint="Replaces the command of the image."
        spellCheck={false}
        maxLength={1_000}
        value={form.command}
        onChange={(command) => onChange({ command })}
      />
      <TextField
        label="Arguments"
        hint="For the entry point of the image; with a command, for the command in its place."
        spellCheck={false}
        maxLength={1_000}
        value={form.args}
        onChange={(args) => onChange({ args })}
      />
      <TextField
        label="Health path"
        hint="Counts as running when a GET of this path returns 2xx or 3xx. Needs the port."
        placeholder="/healthz"
        spellCheck={false}
        maxLength={1_000}
        value={form.healthPath}
        onChange={(healthPath) => onChange({ healthPath })}
        fault={fault('health_path')}
      />
      <div className="deploy-pair">
        {number('cpu', 'CPU cores', { min: 0, max: 100_000, step: 'any', hint: 'As the hub gives them if empty.' })}
        {number('memoryGb', 'Memory in GB', { min: 0, max: 1_000_000, step: 'any' })}
      </div>
      {number('diskGb', 'Disk in GB', { min: 0, max: 10_000_000, step: 'any' })}
    </>
  )
}
