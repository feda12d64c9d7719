import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'

/** An invented hub in Germany, of a German operator; `gpus` are the sizes of its nodes. */
export const aHub = ({ gpus = [8], ...hub }: Partial<Hub> & { id: string; gpus?: number[] }): Hub => ({
  name: hub.id,
  country: 'DE',
  zone: hub.country ?? 'DE',
  engine: { kind: 'simulated' },
  simulated: true,
  operator: { entity: 'Rechner GmbH', jurisdiction: 'DE', parentJurisdiction: 'DE', nationallyOwned: true },
  pue: 1.2,
  priceFactor: 1,
  dedicatedNodes: false,
  cpuOnly: false,
  nodes: gpus.map((count, node) => ({ name: `node-${node}`, gpuType: 'H100', gpus: count })),
  ...hub,
})
