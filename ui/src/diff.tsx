/** What an act changed, field by field. */
const text = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export function Diff({ before, after, caption }: { before: unknown; after: unknown; caption: string }) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return (
    <table className="diff">
      <caption className="hidden-visually">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const same = text(old[name]) === text(now[name])
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{name in old && (same ? text(old[name]) : <del>{text(old[name])}</del>)}</td>
              <td>{name in now && (same ? text(now[name]) : <ins>{text(now[name])}</ins>)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
