/** Returns a signal that aborts at the first request to stop: Ctrl-C, SIGTERM, SIGHUP, or the end of the parent process. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.on('disconnect', () => stop.abort())
  return stop.signal
}

/**
 * Resolves like `work`, unless a stop is requested first; `work` is then ignored.
 * @throws the reason of the stop
 */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  work.catch(() => undefined)
  const stopped = untilStopped(stop).then(() => stop.throwIfAborted())
  return Promise.race([work, stopped as Promise<never>])
}

/** Resolves when a stop is requested. */
export function untilStopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
