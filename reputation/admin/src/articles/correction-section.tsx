import { faultOf, troubleOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Select, TextArea } from '@service/ui/field.tsx'
import { ErrorSummary, Notice } from '@service/ui/notice.tsx'
import { Panel, Section } from '@service/ui/page.tsx'
import { Time } from '@service/ui/time.tsx'
import { type FormEvent, useState } from 'react'
import { call, type Input, type Output, useAct, useList } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { type ArticleDetail, categories, categoryWords, gravityWords } from './model/words.ts'

type Entry = Output<'listCorrections'>['corrections'][number]
type NewCorrection = Input<'correctArticle'>['body']

/** What people said about the judgement, and the form to say it. */
export default function CorrectionSection({ article }: { article: ArticleDetail }) {
  const { articleId, correction } = article
  const may = useMay()('articles:correct')
  const history = useList('listCorrections', { query: { article: articleId } }, ({ corrections }) => corrections)
  const entries = history.data ?? []
  if (!may && correction === undefined && entries.length === 0) return null
  return (
    <Section title="Correction">
      <Panel>
        {correction && <Holding article={article} entry={entries.find(({ endedAt }) => endedAt === null)} may={may} />}
        {may && <CorrectionForm key={correction?.correctionId ?? ''} article={article} />}
        <History entries={entries.filter(({ endedAt }) => endedAt !== null)} />
      </Panel>
    </Section>
  )
}

function Holding({ article, entry, may }: { article: ArticleDetail; entry: Entry | undefined; may: boolean }) {
  const { articleId, correction, original } = article
  const revert = useAct(() => call('revertCorrection', { path: { articleId } }), { done: 'Correction withdrawn' })
  if (!correction || !original) return null
  return (
    <Notice
      actions={
        may && (
          <Button size="small" busy={revert.busy} onClick={() => revert.run(undefined)}>
            Withdraw the correction
          </Button>
        )
      }
    >
      <p>
        <strong>Corrected: {saidWords(correction)}.</strong> {entry?.actorName ?? correction.actor},{' '}
        <Time at={correction.correctedAt} />
        {correction.note !== null && <>: “{correction.note}”</>}
      </p>
      <p className="small muted">
        The models had judged: {original.tone ?? 'not judged'},{' '}
        {original.risks.length === 0
          ? 'no risk'
          : `${categoryWords(original.risks[0]?.category ?? '')} ${gravityWords[original.risks[0]?.strength ?? 0]}`}
        , {original.isAlert ? 'an alert' : 'no alert'}. Figures use the correction and update within seconds.
      </p>
      {revert.error !== null && <p>{troubleOf(revert.error).message}</p>}
    </Notice>
  )
}

/** A correction in words: `negative, grave (product safety), no alert`. */
function saidWords({
  tone,
  aboutCompany,
  gravity,
  category,
  isAlert,
}: Pick<Entry, 'tone' | 'aboutCompany' | 'gravity' | 'category' | 'isAlert'>): string {
  return [
    aboutCompany === null ? '' : aboutCompany ? 'about the company' : 'not about the company',
    tone ?? '',
    gravity === null
      ? ''
      : gravity === 0
        ? 'no risk'
        : `${gravityWords[gravity]}${category === null ? '' : ` (${categoryWords(category)})`}`,
    isAlert === null ? '' : isAlert ? 'an alert' : 'no alert',
  ]
    .filter(Boolean)
    .join(', ')
}

const asJudged = { value: '', label: 'unchanged' } as const
const tones = [
  asJudged,
  { value: 'negative', label: 'negative' },
  { value: 'neutral', label: 'neutral' },
  { value: 'positive', label: 'positive' },
] as const
const yesOrNo = [asJudged, { value: 'yes', label: 'yes' }, { value: 'no', label: 'no' }] as const
const gravities = [
  asJudged,
  ...(['0', '1', '2', '3'] as const).map((value) => ({ value, label: gravityWords[Number(value) as 0 | 1 | 2 | 3] })),
]

type Fields = { tone: string; about: string; gravity: string; category: string; alert: string; note: string }

const yes = (value: boolean | null | undefined): string => (value == null ? '' : value ? 'yes' : 'no')

const fieldsOf = (correction: ArticleDetail['correction']): Fields => ({
  tone: correction?.tone ?? '',
  about: yes(correction?.aboutCompany),
  gravity: correction?.gravity == null ? '' : String(correction.gravity),
  category: correction?.category ?? '',
  alert: yes(correction?.isAlert),
  note: correction?.note ?? '',
})

function bodyOf({ tone, about, gravity, category, alert, note }: Fields): NewCorrection {
  const said = tones.find(({ value }) => value === tone)?.value
  const of = categories.find((one) => one === category)
  return {
    ...(said && { tone: said }),
    ...(about !== '' && { aboutCompany: about === 'yes' }),
    ...(gravity !== '' && { gravity: Number(gravity) }),
    ...(Number(gravity) > 0 && of && { category: of }),
    ...(alert !== '' && { isAlert: alert === 'yes' }),
    ...(note.trim() !== '' && { note: note.trim() }),
  }
}

function CorrectionForm({ article: { articleId, correction, risks } }: { article: ArticleDetail }) {
  const [fields, setFields] = useState(fieldsOf(correction))
  const correct = useAct((body: NewCorrection) => call('correctArticle', { path: { articleId }, body }), {
    done: 'Article corrected',
  })
  const set = (name: keyof Fields) => (value: string) => setFields((before) => ({ ...before, [name]: value }))
  const body = bodyOf(fields)
  const saysNothing = Object.keys(body).every((name) => name === 'note')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saysNothing) correct.run(body)
  }
  const fault = faultOf(correct.error, 'body.category')
  return (
    <form className="art-form" onSubmit={submit}>
      <ErrorSummary faults={correct.error === null ? [] : [fault ?? troubleOf(correct.error).message]} />
      <p className="muted">
        Change what is wrong and leave the rest. The correction applies to all figures of your company, and can be
        withdrawn.
      </p>
      <div className="art-fields">
        <Select label="About the company" options={yesOrNo} value={fields.about as ''} onChange={set('about')} />
        <Select label="Tone" options={tones} value={fields.tone as ''} onChange={set('tone')} />
        <Select
          label="Gravity of its risk"
          options={gravities}
          value={fields.gravity as ''}
          onChange={set('gravity')}
        />
        {Number(fields.gravity) > 0 && (
          <Select
            label="Risk category"
            fault={fault}
            options={[
              risks.length === 0 ? { value: '', label: 'choose one' } : asJudged,
              ...categories.map((value) => ({ value: value as string, label: categoryWords(value) })),
            ]}
            value={fields.category}
            onChange={set('category')}
          />
        )}
        <Select label="Raises an alert" options={yesOrNo} value={fields.alert as ''} onChange={set('alert')} />
      </div>
      <TextArea
        label="Why"
        hint="For later readers. It is not part of the audit."
        maxLength={2_000}
        rows={2}
        value={fields.note}
        onChange={set('note')}
      />
      <div className="buttons">
        <Button
          type="submit"
          kind="primary"
          busy={correct.busy}
          why={saysNothing ? 'Choose what is wrong first.' : undefined}
        >
          Correct this article
        </Button>
      </div>
    </form>
  )
}

const History = ({ entries }: { entries: readonly Entry[] }) =>
  entries.length === 0 ? null : (
    <details>
      <summary>Earlier corrections: {entries.length}</summary>
      <ul className="art-reasons">
        {entries.map((entry) => (
          <li key={entry.correctionId}>
            {saidWords(entry)} · {entry.actorName ?? entry.actor}, <Time at={entry.correctedAt} />
            {entry.endedAt !== null && (
              <>
                {' '}
                until <Time at={entry.endedAt} />
              </>
            )}
            {entry.note !== null && <>: “{entry.note}”</>}
          </li>
        ))}
      </ul>
    </details>
  )
