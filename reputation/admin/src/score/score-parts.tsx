import { Section } from '@service/ui/page.tsx'
import { Badge } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { MethodSection } from './method-section.tsx'
import type { ScoreSearch } from './model/search.ts'
import type { Explanation } from './model/words.ts'
import { PeersSection } from './peers-section.tsx'
import { PillarPanel } from './pillar-panel.tsx'
import { PillarTable } from './pillar-table.tsx'
import { StoriesSection } from './stories-section.tsx'

/** The score below its pillars. */
export default function ScoreParts({ explanation, search }: { explanation: Explanation; search: ScoreSearch }) {
  const { pillars, sample } = explanation
  const open = pillars.find(({ pillar }) => pillar === search.pillar)
  return (
    <>
      <Section title="Points of each pillar" actions={sample && <Badge kind="sample">sample</Badge>}>
        <div className="split">
          <PillarTable explanation={explanation} current={search.pillar} />
          {open && <PillarPanel pillar={open} explanation={explanation} />}
        </div>
      </Section>
      <StoriesSection explanation={explanation} without={search.without} />
      <PeersSection explanation={explanation} />
      <MethodSection explanation={explanation} />
      <Evidence explanation={explanation} />
    </>
  )
}

/** What a printed sheet has to name. */
const Evidence = ({
  explanation: { company, subject, on, against, provisional, method, sample },
}: {
  explanation: Explanation
}) => (
  <p className="print-only small">
    Evidence sheet of {company.name} about {subject.name} ({subject.id}): score of {on}
    {provisional && ' (provisional)'}, compared with {against}; method {method.version}
    {sample && '; sample data'}. Printed <Time at={new Date().toISOString()} form="full" />. The same as data: GET
    /api/v1/reputation/explanation?on={on}&against={against}
  </p>
)
