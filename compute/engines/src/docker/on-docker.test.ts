import { describeContainers } from '@service/compute-testing/engine/container-contract.ts'
import { hasDocker, startTestDocker } from '@service/compute-testing/engine/dockerd.ts'

describeContainers('Docker', startTestDocker, hasDocker())
