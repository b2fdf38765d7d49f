// On globalThis because the server's bundles each load their own copy of this module.
const kept = globalThis as typeof globalThis & { veritasShutdown?: AbortSignal }

/** Aborted on SIGTERM or SIGINT: the process then reports not ready and ends its open streams. */
export function shutdownSignal(): AbortSignal {
  kept.veritasShutdown ??= watch()
  return kept.veritasShutdown
}

function watch(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
