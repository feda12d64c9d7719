import { describeContainers } from '../test-engine/container-contract.ts'
import { hasDocker, startTestDocker } from '../test-engine/dockerd.ts'

describeContainers('Docker', startTestDocker, hasDocker())
