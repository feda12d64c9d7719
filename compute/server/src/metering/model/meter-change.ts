/** What the reconciler reports to the meter about one instance or deployment. */
export type MeterChange =
  /**
   * The instance runs since `startedAt`: reported when its deployment first counts as running, or has been up for longer
   * than starts are free, and whenever the engine names another start. An earlier run of the instance has ended by then.
   */
  | { kind: 'begin'; allocationId: string; startedAt: Date }
  /**
   * The instance has ended. `at` is the engine's FinishedAt; where that is unknown, the last proof of life of its hub; or
   * null: at what has been counted so far. Of several ends the earliest holds.
   */
  | { kind: 'end'; allocationId: string; at: Date | null }
  /** The deployment has ended, or was never started: what is still reserved for it is given back. */
  | { kind: 'release'; deploymentId: string }
