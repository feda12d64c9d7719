import { Facts, Panel, Section } from '@service/ui/page.tsx'
import { formulaOf } from './model/formulas.ts'
import { type Explanation, pillarWords, reasonWords } from './model/words.ts'

/** The method in place: each formula with the numbers of this day. */
export function MethodSection({ explanation: { method, pillars, on } }: { explanation: Explanation }) {
  return (
    <Section title="Method">
      <Panel>
        <details>
          <summary>Every formula with the numbers of {on}</summary>
          <Facts
            facts={pillars.map((of) => [
              pillarWords(of.pillar),
              of.score === null
                ? `not measured: ${reasonWords(of.reason)}`
                : (formulaOf(of, method) ?? `${of.score.toFixed(1)}, of ${of.sampleSize}`),
            ])}
          />
        </details>
        <p className="small muted">
          The score is the weighted mean of the pillars over {method.windowDays} days; in the pillars of tone a mention
          counts half after {method.halfLifeDays} days. Method {method.version}: scores of other methods are not
          comparable.
        </p>
      </Panel>
    </Section>
  )
}
