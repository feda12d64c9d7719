import { notify } from '@service/ui/announcer.tsx'
import { responses, troubleOf } from '@service/ui/api/api.ts'
import { useRef, useState } from 'react'
import { call } from '../api/api.ts'

export type VerdictWord = 'true-match' | 'false-match'
export type Decided = { verdict: VerdictWord; verdictId?: string; error?: string }
export type Waiting = { screeningId: string; entityId: string; listedName: string }

export const decisionKey = ({ screeningId, entityId }: Waiting): string => `${screeningId} ${entityId}`

export type Decisions = {
  /** By `decisionKey`: what was decided here, at once, before the service has answered. */
  made: ReadonlyMap<string, Decided>
  decide: (one: Waiting, verdict: VerdictWord, note?: string) => void
  /** Takes back the last one. */
  undo: () => void
  canUndo: boolean
}

/** Verdicts one after the other, as fast as keys are pressed. What fails comes back with its reason. */
export function useDecisions(onUndone: (one: Waiting) => void): Decisions {
  const [made, setMade] = useState<ReadonlyMap<string, Decided>>(new Map())
  const done = useRef<{ one: Waiting; verdictId: Promise<string | undefined> }[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const set = (one: Waiting, decided: Decided | undefined) =>
    setMade((before) => {
      const next = new Map(before)
      if (decided) next.set(decisionKey(one), decided)
      else next.delete(decisionKey(one))
      return next
    })

  function decide(one: Waiting, verdict: VerdictWord, note = ''): void {
    set(one, { verdict })
    const { screeningId, entityId } = one
    const body = { entityId, verdict, ...(note.trim() !== '' && { note: note.trim() }) }
    const verdictId = queue.current.then(async () => {
      try {
        const given = await call('giveVerdict', { path: { screeningId }, body })
        set(one, { verdict, verdictId: given.verdictId })
        return given.verdictId
      } catch (failure) {
        set(one, undefined)
        notify(`No verdict on ${one.listedName}: ${troubleOf(failure).message}`)
        return undefined
      } finally {
        responses.refresh()
      }
    })
    queue.current = verdictId
    done.current.push({ one, verdictId })
    notify(verdict === 'true-match' ? `True match: ${one.listedName}` : `False match: ${one.listedName}`, () =>
      takeBack(one),
    )
  }

  function takeBack(one: Waiting): void {
    const at = done.current.findLastIndex((other) => decisionKey(other.one) === decisionKey(one))
    const [last] = at < 0 ? [] : done.current.splice(at, 1)
    if (!last) return
    const { screeningId } = one
    queue.current = queue.current.then(async () => {
      const verdictId = await last.verdictId
      if (verdictId === undefined) return
      try {
        await call('withdrawVerdict', { path: { screeningId, verdictId } })
        set(one, undefined)
        notify(`Undone: ${one.listedName}`)
        onUndone(one)
      } catch (failure) {
        notify(`Not undone: ${troubleOf(failure).message}`)
      } finally {
        responses.refresh()
      }
    })
  }

  const undo = () => {
    const last = done.current.at(-1)
    if (last) takeBack(last.one)
  }
  return { made, decide, undo, canUndo: done.current.length > 0 }
}
