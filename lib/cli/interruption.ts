const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const GRACE_MS = 5000
// A terminal sends its signal to the whole group, and the process above passes its own on: the same one comes twice.
const SAME_MS = 500

/**
 * Turns the first signal to end into an abort, so that what was begun is cleaned up; a second one, or `GRACE_MS` later,
 * ends the process. So does the loss of the process that started this one.
 */
export function untilInterrupted(exitCode: number): { signal: AbortSignal; release: () => void } {
  const stop = new AbortController()
  let since = 0
  const onSignal = () => {
    if (stop.signal.aborted && Date.now() - since > SAME_MS) process.exit(exitCode)
    if (stop.signal.aborted) return
    since = Date.now()
    stop.abort()
    setTimeout(() => process.exit(exitCode), GRACE_MS).unref()
  }
  const release = () => {
    for (const name of SIGNALS) process.off(name, onSignal)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  process.once('disconnect', onSignal)
  process.channel?.unref()
  return { signal: stop.signal, release }
}
