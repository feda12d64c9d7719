import { notify } from '@service/ui/announcer.tsx'
import { useRef } from 'react'
import { call, type Input, useAct } from '../api/api.ts'
import type { AlertStory } from './model/query.ts'

type Change = Input<'triageStory'>['body']
type Decided = Pick<AlertStory, 'story' | 'title' | 'state' | 'assignee' | 'muted'>
type Given = { story: Decided; change: Change; done: string }

/** What puts a story back to where it was. */
const before = ({ state, assignee, muted }: Decided, change: Change): Change => ({
  ...((change.state !== undefined || change.assigneeId !== undefined) &&
    (state === 'assigned' && assignee
      ? { assigneeId: assignee.id }
      : { state: state === 'assigned' ? 'seen' : state })),
  ...(change.muted !== undefined && { muted: muted === 'story' }),
})

/** Decisions about stories, the last of which can be taken back. */
export function useTriage(onDone?: () => void) {
  const last = useRef<Given>(undefined)
  const undo = useAct(({ story, change }: Given) =>
    call('triageStory', { path: { story: story.story }, body: before(story, change) }),
  )
  const takeBack = () => {
    const given = last.current
    last.current = undefined
    if (given) undo.run(given)
    else notify('There is nothing to undo')
  }
  const act = useAct(
    async (given: Given) => {
      await call('triageStory', { path: { story: given.story.story }, body: given.change })
      return given
    },
    {
      done: ({ done }) => done,
      onDone: (given) => {
        last.current = given
        onDone?.()
      },
      undo: (given) => {
        last.current = given
        takeBack()
      },
    },
  )
  return {
    decide: (story: Decided, change: Change, done: string) => act.run({ story, change, done }),
    takeBack,
    busy: act.busy,
    error: act.error ?? undo.error,
    reset: act.reset,
  }
}
