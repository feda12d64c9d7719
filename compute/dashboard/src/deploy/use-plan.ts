import { useHeld, useSettled } from '@service/ui/settled.ts'
import { type Output, useLive } from '../api/api.ts'
import { type Form, requestOf } from './model/form.ts'

export type Plan = Output<'planDeployment'>

export type PlanNow = {
  /** The last one, while the next is on its way. */
  plan: Plan | undefined
  error: Error | null
  isOld: boolean
}

const typingMs = 150
const againMs = 30_000

/** An image is needed to ask; where it runs does not depend on which. */
const anyImage = 'image'

/** Where what is typed would run, asked for again with each change. */
export function usePlan(form: Form): PlanNow {
  const { image, name: _name, labels: _labels, command: _command, args: _args, ...asked } = requestOf(form)
  const { port: _port, health_path: _path, ...wanted } = asked
  const text = JSON.stringify({ ...wanted, image: image === '' ? anyImage : image })
  const settled = useSettled(text, typingMs)
  const live = useLive('planDeployment', { body: JSON.parse(settled) }, { everyMs: againMs })
  const plan = useHeld(live.data)
  return { plan, error: live.error, isOld: settled !== text || live.data === undefined }
}
