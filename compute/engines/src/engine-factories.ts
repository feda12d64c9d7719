/** The kinds of engine that there are. To add one: a folder here, and a line below (docs/how-to/adding-an-engine.md). */
import { dockerFactory } from './docker/docker.ts'
import type { EngineFactories } from './engine-factory.ts'
import { kubernetesFactory } from './kubernetes/kubernetes.ts'
import { simulatedFactory } from './simulated/simulated.ts'

export const engineFactories: EngineFactories = {
  docker: dockerFactory,
  kubernetes: kubernetesFactory,
  simulated: simulatedFactory,
}
