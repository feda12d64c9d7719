import { troubleOf } from '@service/ui/api/api.ts'
import { Confirm } from '@service/ui/dialog.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { useNavigate } from '@tanstack/react-router'
import { call, useAct } from '../api/api.ts'
import { type Deployment, hasEnded } from './model/status.tsx'

type Props = { of: Deployment; onClose: () => void }

/** Stop and delete, each with what it means; loaded when one is opened. */
export default function EndDialog({ how, ...props }: Props & { how: 'stop' | 'delete' }) {
  return how === 'stop' ? <Stop {...props} /> : <Delete {...props} />
}

const titleOf = ({ name, deployment_id: id }: Deployment): string => (name === null ? id : `“${visibleText(name)}”`)

function Stop({ of: deployment, onClose }: Props) {
  const path = { deployment_id: deployment.deployment_id }
  const stop = useAct(() => call('stopDeployment', { path, query: { wait_seconds: 0 } }), {
    done: 'Deployment is being stopped',
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Stop ${titleOf(deployment)}?`}
      act="Stop the deployment"
      busy={stop.busy}
      onAct={() => stop.run(undefined)}
      onClose={onClose}
    >
      {stop.error !== null && <Notice kind="bad">{troubleOf(stop.error).message}</Notice>}
      <p>
        Its container is asked to end, and ended if it does not. Its GPUs are given back, its meter stops, and its
        endpoint no longer responds. It cannot be started again: deploy the image again. Its events, its placement and
        what it used stay here.
      </p>
    </Confirm>
  )
}

/** In seconds; longer ones are deleted a second time. */
const patience = 20

function Delete({ of: deployment, onClose }: Props) {
  const navigate = useNavigate()
  const path = { deployment_id: deployment.deployment_id }
  const remove = useAct(() => call('deleteDeployment', { path, query: { wait_seconds: patience } }), {
    // A deployment comes back where it could not be ended so soon.
    done: (left: Deployment | undefined) =>
      left ? 'It still ends. Delete it again once it has.' : 'Deployment deleted',
    onDone: (left) => {
      if (left) onClose()
      else void navigate({ to: '/deployments' })
    },
  })
  return (
    <Confirm
      title={`Delete ${titleOf(deployment)}?`}
      act={hasEnded(deployment.status) ? 'Delete the deployment' : 'Stop and delete the deployment'}
      busy={remove.busy}
      onAct={() => remove.run(undefined)}
      onClose={onClose}
    >
      {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
      <p>
        {!hasEnded(deployment.status) && 'It is stopped first, which may take some seconds. '}
        Its logs, events and placement are gone then, and this cannot be undone. What it used stays in the usage of its
        month.
      </p>
    </Confirm>
  )
}
