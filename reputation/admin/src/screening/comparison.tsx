import { type Finding, formatPart, formatScore, type SumLine, sumOf } from './model/comparison.ts'

/** The alignment word by word: it is the score, for its lines add up to it. */
export function Comparison({ findings, name }: { findings: readonly Finding[]; name: string }) {
  const { lines, agreed, against, factors, score } = sumOf(findings)
  return (
    <table className="table scr-sum">
      <caption className="hidden-visually">How {name} compares, word by word</caption>
      <thead>
        <tr>
          <th scope="col">Yours and listed</th>
          <th scope="col" data-align="end">
            Counts
          </th>
          <th scope="col" data-align="end">
            of
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">
              <Words line={line} />
              <span className="scr-why">{line.sentence}</span>
            </th>
            {line.factor === undefined ? (
              <>
                <td data-align="end">{line.counts === undefined ? '0' : formatPart(line.counts)}</td>
                <td data-align="end">{line.of === undefined ? '' : formatPart(line.of)}</td>
              </>
            ) : (
              <td data-align="end" colSpan={2}>
                × {formatPart(line.factor)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {formatPart(agreed)} ÷ {formatPart(against)}
            {factors.map((factor) => ` × ${formatPart(factor)}`).join('')}
          </th>
          <td colSpan={2} data-align="end">
            <strong>= {formatScore(score)}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const signs: Readonly<Record<string, string>> = { same: '=', spelling: '≈', translation: '≈', initial: '…', glued: '⁔' }

function Words({ line: { rule, query, listed, factor } }: { line: SumLine }) {
  if (factor !== undefined) return <bdi className="muted">{rule}</bdi>
  if (query === undefined && listed === undefined) return <bdi>{rule}</bdi>
  return (
    <span className="scr-pair">
      {query === undefined ? <span className="muted">not in yours</span> : <bdi>{query}</bdi>}
      <span aria-hidden="true">{signs[rule] ?? '≠'}</span>
      {listed === undefined ? <span className="muted">not listed</span> : <bdi>{listed}</bdi>}
    </span>
  )
}
