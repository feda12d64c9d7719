import type { ReactNode } from 'react'
import type { Finding } from './model/comparison.ts'

/** What a list says of an entry; of a screening that has just been made, less of it is known. */
export type Known = {
  primaryName: string
  type: string
  datesOfBirth: readonly string[]
  countries: readonly string[]
  programs: readonly string[]
  identifiers: readonly { kind: string; value: string; country?: string }[]
  explanation: readonly Finding[]
  names?: readonly { name: string; strength: string }[]
  placesOfBirth?: readonly string[]
  listedOn?: string | null
  remarks?: string | null
}

export type Yours = {
  name?: string | null | undefined
  type?: string | undefined
  dateOfBirth?: string | undefined
  country?: string | undefined
  reference?: string | undefined
}

const maxAliases = 12

/** What is known of both parties, side by side. */
export function Knowledge({ match, yours }: { match: Known; yours: Yours }) {
  const { names = [], identifiers, placesOfBirth = [], listedOn, remarks } = match
  const said = (rule: string) => match.explanation.find((one) => one.rule === rule)?.sentence
  return (
    <div className="scr-known">
      <table className="table scr-facts">
        <caption className="hidden-visually">Yours and the listed party</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-visually">Fact</span>
            </th>
            <th scope="col">Yours</th>
            <th scope="col">Listed</th>
          </tr>
        </thead>
        <tbody>
          <Row fact="Name" yours={given(yours.name ?? undefined)} listed={match.primaryName} />
          <Row fact="Type" yours={given(yours.type)} listed={match.type} />
          <Row
            fact="Born"
            yours={given(yours.dateOfBirth)}
            listed={several(match.datesOfBirth)}
            note={said('date-of-birth') ?? couldOnlyLower(yours.dateOfBirth, match.datesOfBirth)}
          />
          <Row
            fact="Country"
            yours={given(yours.country)}
            listed={several(match.countries)}
            note={said('country') ?? couldOnlyLower(yours.country, match.countries)}
          />
          {yours.reference !== undefined && yours.reference !== '' && (
            <Row fact="Reference" yours={yours.reference} listed="" />
          )}
          <Row fact="Programmes" yours="" listed={several(match.programs)} />
          {identifiers.length > 0 && (
            <Row
              fact="Identifiers"
              yours=""
              listed={several(
                identifiers.map(({ kind, value, country }) => `${kind} ${value}${country ? ` (${country})` : ''}`),
              )}
            />
          )}
          {placesOfBirth.length > 0 && <Row fact="Born in" yours="" listed={several(placesOfBirth)} />}
          {listedOn != null && <Row fact="Listed on" yours="" listed={listedOn} />}
        </tbody>
      </table>
      {names.length > 1 && <Aliases names={names.slice(1)} />}
      {remarks != null && (
        <p className="scr-note">
          <span className="muted">The list remarks: </span>
          <bdi>{remarks}</bdi>
        </p>
      )}
    </div>
  )
}

const Aliases = ({ names }: { names: readonly { name: string; strength: string }[] }) => (
  <p className="scr-note">
    <span className="muted">Also listed as </span>
    {names.slice(0, maxAliases).map(({ name, strength }, i) => (
      <span key={`${name} ${strength}`}>
        {i > 0 && ', '}
        <bdi>{name}</bdi>
        {strength === 'weak' && <span className="muted"> (weak)</span>}
      </span>
    ))}
    {names.length > maxAliases && <span className="muted"> and {names.length - maxAliases} more</span>}
  </p>
)

const given = (value: string | undefined): ReactNode =>
  value === undefined || value.trim() === '' ? <span className="muted">not given</span> : value

const several = (values: readonly string[]): ReactNode =>
  values.length === 0 ? <span className="muted">not listed</span> : values.join('; ')

const couldOnlyLower = (yours: string | undefined, listed: readonly string[]): string | undefined =>
  (yours ?? '') === '' && listed.length > 0 ? 'could only have lowered the similarity' : undefined

const Row = ({
  fact,
  yours,
  listed,
  note,
}: {
  fact: string
  yours: ReactNode
  listed: ReactNode
  note?: string | undefined
}) => (
  <tr>
    <th scope="row">{fact}</th>
    <td>
      <bdi>{yours}</bdi>
    </td>
    <td>
      <bdi>{listed}</bdi>
      {note !== undefined && <span className="scr-why">{note}</span>}
    </td>
  </tr>
)
