import { describeEngine } from '../test-engine/engine-contract.ts'
import { hasPodman, startTestPodman } from '../test-engine/podman.ts'
import { dockerEngine } from './docker-engine.ts'

const podmanHere = hasPodman()
const nodes = [{ name: 'node-1', gpuType: 'H100', gpus: 8 }]
const sh = (script: string) => ['/bin/sh', '-c', script]

describeEngine(
  'docker, over Podman',
  async () => {
    const podman = await startTestPodman()
    const { socketPath, image, registryPort } = podman
    const engine = dockerEngine({
      address: { socketPath },
      owner: 'test',
      nodes,
      cpuOnly: true,
      memoryBytesPerGpu: 64 * 2 ** 20,
    })
    return {
      engine,
      workloads: {
        runs: { image },
        ends: (exitCode) => ({ image, command: sh(`echo out; echo err >&2; exit ${exitCode}`) }),
        outgrowsItsMemory: { image, command: sh('dd if=/dev/zero of=/dev/null bs=200M count=1') },
        faulty: {
          'image-malformed': { image: 'Not//an image' },
          'image-not-found': { image: 'localhost/nothing:1' },
          'image-unavailable': { image: `127.0.0.1:${registryPort}/nothing/there:1` },
          'start-refused': { image, command: ['/no/such/command'] },
        },
      },
      async fallSilent(how) {
        if (how === 'gone') await podman.kill()
        else podman.freeze()
      },
      async comeBack() {
        podman.thaw()
        await podman.kill()
        await podman.start()
      },
      async close() {
        await engine.close()
        await podman.close()
      },
    }
  },
  podmanHere,
)
