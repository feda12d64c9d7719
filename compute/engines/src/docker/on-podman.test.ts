import { describeContainers } from '@service/compute-testing/engine/container-contract.ts'
import { hasPodman, startTestPodman } from '@service/compute-testing/engine/podman.ts'

describeContainers('Podman', startTestPodman, hasPodman())
