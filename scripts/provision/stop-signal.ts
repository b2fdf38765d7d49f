/** Aborts at the first request to stop: Ctrl-C, a signal, or the end of the process that started this one. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.on('disconnect', () => stop.abort())
  return stop.signal
}

/**
 * What `work` comes to, unless the request to stop comes first; the work is then on its own.
 * @throws the reason of the stop.
 */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  work.catch(() => undefined)
  const stopped = untilStopped(stop).then(() => stop.throwIfAborted())
  return Promise.race([work, stopped as Promise<never>])
}

/** Resolves at the request to stop. */
export function untilStopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
