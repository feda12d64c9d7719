import { packRootFolder } from '@service/compute-testing/engine/busybox-image.ts'
import { testImage } from '@service/compute-testing/engine/container-service.ts'
import { describeEngine } from '@service/compute-testing/engine/engine-contract.ts'
import { registryUser, startTestRegistry } from '@service/compute-testing/engine/registry.ts'
import { takeNumber } from '@service/compute-testing/engine/service-process.ts'
import { startHubCluster } from '@service/compute-testing/kubernetes/hub-cluster.ts'
import { hasCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'

const sh = (script: string): string[] => ['/bin/sh', '-c', script]

describeEngine(
  'Kubernetes',
  async () => {
    const { number, lock } = takeNumber()
    const registryPort = 21_000 + number
    const registry = await startTestRegistry(registryPort, packRootFolder())
    const cluster = await startHubCluster({ registryPort })
    const image = testImage
    return {
      engine: cluster.engine({ scheduleWithinMs: 2_000 }),
      workloads: {
        runs: { image },
        ends: (exitCode) => ({ image, command: sh(`echo out; sleep 0.2; echo err >&2; exit ${exitCode}`) }),
        says: (words) => ({ image, command: sh(`for word; do echo "[$word]"; done`), args: ['sh', ...words] }),
        outgrowsItsMemory: { image, command: sh('dd if=/dev/zero of=/dev/null bs=200M count=1') },
        private: { image: `${cluster.registry}/team/secret:1`, login: registryUser },
        faulty: {
          'image-malformed': { image: 'Not//an image' },
          'image-not-found': { image: `${cluster.registry}/team/nothing:1` },
          'image-denied': { image: `${cluster.registry}/team/private:1` },
          'image-unavailable': { image: `${cluster.registry}/team/failing:1` },
          'start-refused': { image, command: ['/no/such/command'] },
        },
      },
      tellsStreamsApart: false,
      tellsUsage: false,
      fallSilent: (how) => cluster.cutOff(how),
      comeBack: () => cluster.reconnect(),
      async close() {
        await cluster.close()
        await registry.close()
        lock.release()
      },
    }
  },
  hasCluster(),
)
