import type { Pool } from 'pg'
import type { Db } from '@/lib/db/client'

/** Per-process singletons of the product, by their names on `globalThis`. */
type Kept = {
  veritasDb?: Db
  veritasPrepared?: { names: Map<string, string>; counts: Map<string, number> }
  veritasLimits?: Map<string, { client: Pool }>
  veritasShutdown?: AbortSignal
}

type Beginning = { environment: NodeJS.ProcessEnv; shutdown: AbortController }

const kept = globalThis as typeof globalThis & Kept & { testsBeginning?: Beginning }

/** A file sets variables after modules are loaded, when the file before, or late work of it, may have read the environment. */
export function readEnvironmentAnew(): void {
  Object.defineProperty(kept, 'veritasEnv', { configurable: true, get: () => undefined, set: () => undefined })
}

/**
 * Singletons that stay for all test files of a process: the schema engine, as a second instance on its bindings never answers, and the
 * threads of the engine, which keep nothing between tasks and take longer to start than most files.
 */
const LASTING: ReadonlySet<string> = new Set(['veritasSchemaEngine', 'veritasThreads'])

/** Restores the environment of the process start with these settings, and clears the product's singletons but for the lasting ones. */
export function freshProcessState(settings: Record<string, string>): void {
  const environment = kept.testsBeginning?.environment ?? { ...process.env }
  readEnvironmentAnew()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment, settings)
  const prepared = kept.veritasPrepared
  for (const name of Object.keys(kept))
    if (name.startsWith('veritas') && !LASTING.has(name)) delete kept[name as keyof Kept]
  // Its module holds it from the time it is loaded, so it is emptied.
  prepared?.names.clear()
  prepared?.counts.clear()
  if (prepared) kept.veritasPrepared = prepared
  const shutdown = new AbortController()
  kept.testsBeginning = { environment, shutdown }
  kept.veritasShutdown = shutdown.signal
}

/** Closes the connections that the product keeps for the life of its process. */
export async function endProcessState(): Promise<void> {
  kept.testsBeginning?.shutdown.abort()
  await Promise.all([kept.veritasDb?.$disconnect(), kept.veritasLimits?.values().next().value?.client.end()])
}
