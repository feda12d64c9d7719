import { Choice, TextField } from '../field.tsx'

export type SecretChoice = { kind: 'generated' | 'own' | 'none'; own: string }

/** Made for you, your own, or none with what that means. */
export function SecretFields({
  choice,
  onChange,
  mayBeNone,
  fault,
}: {
  choice: SecretChoice
  onChange: (choice: SecretChoice) => void
  mayBeNone: boolean
  fault: string | undefined
}) {
  return (
    <>
      <Choice
        label="Secret"
        value={choice.kind}
        options={[
          { value: 'generated', label: 'Generate one', hint: 'It is shown once.' },
          { value: 'own', label: 'Use my own' },
          ...(mayBeNone
            ? [
                {
                  value: 'none' as const,
                  label: 'None',
                  hint: 'Nothing is signed: the receiver cannot tell our requests from anybody else’s.',
                },
              ]
            : []),
        ]}
        onChange={(kind) => onChange({ ...choice, kind })}
      />
      {choice.kind === 'own' && (
        <TextField
          label="Your secret"
          type="password"
          autoComplete="off"
          value={choice.own}
          onChange={(own) => onChange({ ...choice, own })}
          hint="1 to 500 characters. One that begins with whsec_ must go on in base64."
          fault={fault}
        />
      )}
    </>
  )
}
