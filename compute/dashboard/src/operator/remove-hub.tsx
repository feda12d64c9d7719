import { troubleOf, useAct } from '@service/ui/api/api.ts'
import { Confirm } from '@service/ui/dialog.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { call, type Output } from './api/api.ts'

type Hub = Output<'listHubHealth'>['hubs'][number]

/** Says what it means before it is done; loaded when it is opened. */
export default function RemoveHub({ of: { hub, deployments }, onClose }: { of: Hub; onClose: () => void }) {
  const remove = useAct(() => call('removeHub', { path: { hub } }), {
    done: ({ allocations, failing_over: moved, ended }) =>
      `${hub} is removed: ${counted(allocations, 'allocation')} released, ${counted(moved, 'deployment')} moving, ${ended} ended`,
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Remove ${hub}?`}
      act="Remove the hub"
      busy={remove.busy}
      onAct={() => remove.run(undefined)}
      onClose={onClose}
    >
      {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
      <p>
        For a hub that never comes back. {counted(deployments, 'deployment')} there {deployments === 1 ? 'is' : 'are'}{' '}
        given up at once: services go elsewhere, jobs end, because they may have begun and are not begun again. Its GPUs
        are no longer held, and it takes nothing any more. This cannot be undone.
      </p>
      <p>Take it out of the file of hubs too, or the next start has it again.</p>
    </Confirm>
  )
}
