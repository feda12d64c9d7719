import { describeContainers } from '../test-engine/container-contract.ts'
import { hasPodman, startTestPodman } from '../test-engine/podman.ts'

describeContainers('Podman', startTestPodman, hasPodman())
