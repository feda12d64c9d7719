/** What a recorded screening rests on: the comparison word by word, what the entries say, and other thresholds. */
export { makeReadEvidence, makeTryThreshold } from './read-evidence.ts'
export { type EvidenceDeps, evidenceRoutes } from './routes.ts'
