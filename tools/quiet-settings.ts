import { join } from 'node:path'

/** For tests of both services: free ports, folders of their own below `folder`, no lists to download, simulated hubs. */
export const quietSettings = (folder: string) => ({
  REPUTATION_PORT: '0',
  REPUTATION_METRICS_PORT: '0',
  REPUTATION_DATA_DIR: join(folder, 'reputation'),
  REPUTATION_OFAC_SOURCES: 'file:///nowhere/ofac.xml',
  REPUTATION_EU_SOURCES: 'file:///nowhere/eu.xml',
  REPUTATION_UN_SOURCES: 'file:///nowhere/un.xml',
  COMPUTE_PORT: '0',
  COMPUTE_GATEWAY_PORT: '0',
  COMPUTE_METRICS_PORT: '0',
  COMPUTE_DATA_DIR: join(folder, 'compute'),
  COMPUTE_ENGINE: 'simulated',
})
