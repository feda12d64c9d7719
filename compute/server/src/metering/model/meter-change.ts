/** What the reconciler reports to the meter about one instance or deployment. */
export type MeterChange =
  /**
   * The instance runs since `startedAt`: told when its deployment first counts as running, or its start has been free for
   * long enough, and whenever the engine names another start. What was live of the instance before has ended by then.
   */
  | { kind: 'begin'; allocationId: string; startedAt: Date }
  /**
   * The instance has ended. `at` is the engine's FinishedAt; where nobody can tell, the last proof of life of its hub; or
   * null, for what has been counted so far. Of several ends the earliest holds.
   */
  | { kind: 'end'; allocationId: string; at: Date | null }
  /** What is still reserved for the deployment is given back: it has ended, or its placement has come to nothing. */
  | { kind: 'release'; deploymentId: string }
