import { processWide } from '@/lib/process-wide'

/** Aborted on SIGTERM or SIGINT: the process then reports not ready and ends its open streams. */
export function shutdownSignal(): AbortSignal {
  return processWide('veritasShutdown', watch)
}

function watch(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
