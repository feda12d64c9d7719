/** Seconds of processor time that this process has taken since: on a shared machine the clock tells of the others. */
export function stopwatch(): () => number {
  const begun = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1e6
  }
}
