/** Form fields: each with its label, a hint, and its fault beside it. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type FieldProps = { label: string; hint?: ReactNode; fault?: string | undefined }

/** What a field's control needs, to be spread on it. */
type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Any control with a label; the fields below are made of it. */
export function Field({ label, hint, fault, children }: FieldProps & { children: (props: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </div>
  )
}

const Fault = ({ id, children }: { id: string; children: string }) => (
  <span className="fault" id={id}>
    <Icon name="warn" /> {children}
  </span>
)

type TextProps = FieldProps & { value: string; onChange: (value: string) => void }

export const TextField = ({
  label,
  hint,
  fault,
  onChange,
  ...rest
}: TextProps & Omit<ComponentProps<'input'>, 'onChange' | 'value'>) => (
  <Field label={label} hint={hint} fault={fault}>
    {(props) => <input type="text" {...rest} {...props} onChange={(event) => onChange(event.target.value)} />}
  </Field>
)

export const TextArea = ({
  label,
  hint,
  fault,
  onChange,
  ...rest
}: TextProps & Omit<ComponentProps<'textarea'>, 'onChange' | 'value'>) => (
  <Field label={label} hint={hint} fault={fault}>
    {(props) => <textarea {...rest} {...props} onChange={(event) => onChange(event.target.value)} />}
  </Field>
)

export type Option<Value extends string> = { value: Value; label: string; hint?: ReactNode }

type SelectProps<Value extends string> = FieldProps & {
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export const Select = <Value extends string>({ label, hint, fault, options, value, onChange }: SelectProps<Value>) => (
  <Field label={label} hint={hint} fault={fault}>
    {(props) => (
      <select {...props} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** One of a few, all in sight. */
export function Choice<Value extends string>({ label, hint, fault, options, value, onChange }: SelectProps<Value>) {
  const name = useId()
  return (
    <Group label={label} hint={hint} fault={fault} id={name}>
      {options.map((option) => (
        <Tick key={option.value} option={option} id={`${name}-${option.value}`}>
          {(props) => (
            <input
              {...props}
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
          )}
        </Tick>
      ))}
    </Group>
  )
}

/** Any number of several. */
export function Checks<Value extends string>({
  label,
  hint,
  fault,
  options,
  value,
  onChange,
}: Omit<SelectProps<Value>, 'value' | 'onChange'> & {
  value: readonly Value[]
  onChange: (value: readonly Value[]) => void
}) {
  const name = useId()
  const toggled = (one: Value) => (value.includes(one) ? value.filter((other) => other !== one) : [...value, one])
  return (
    <Group label={label} hint={hint} fault={fault} id={name}>
      {options.map((option) => (
        <Tick key={option.value} option={option} id={`${name}-${option.value}`}>
          {(props) => (
            <input
              {...props}
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={() => onChange(toggled(option.value))}
            />
          )}
        </Tick>
      ))}
    </Group>
  )
}

/** One thing that is on or off. */
export function Check({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <Tick option={{ value: '', label, hint }} id={id}>
        {(props) => (
          <input {...props} type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
        )}
      </Tick>
    </div>
  )
}

const Group = ({ label, hint, fault, id, children }: FieldProps & { id: string; children: ReactNode }) => (
  <fieldset className="field" aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
    <legend>{label}</legend>
    {hint !== undefined && <span className="hint">{hint}</span>}
    <div className="options">{children}</div>
    {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
  </fieldset>
)

const Tick = ({
  option: { label, hint },
  id,
  children,
}: {
  option: Option<string>
  id: string
  children: (props: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}) => (
  <div className="option">
    {children({ id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` })}
    <label htmlFor={id}>{label}</label>
    {hint !== undefined && (
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
    )}
  </div>
)
