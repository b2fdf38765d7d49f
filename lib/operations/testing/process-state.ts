import type { Pool } from 'pg'
import type { Piscina } from 'piscina'
import type { Db } from '@/lib/db/client'

/** Per-process singletons of the product, by their names on `globalThis`. */
type Kept = {
  veritasDb?: Db
  veritasPlans?: { names: Map<string, string>; counts: Map<string, number> }
  veritasLimits?: Map<string, { client: Pool }>
  veritasThreads?: { pool?: Promise<Piscina> }
  veritasShutdown?: AbortSignal
}

type Beginning = { environment: NodeJS.ProcessEnv; shutdown: AbortController }

const kept = globalThis as typeof globalThis & Kept & { testsBeginning?: Beginning; testsChangedModules?: boolean }

/** Whether a test file, given its text, changes the modules that it shares with the next one. */
export const mocksModules = (testFile: string) => /\bvi\.mock\(/.test(testFile)

/** Whether loaded modules must be reset before this test file, given its text: it or the previous file mocks modules. */
export function forgetModulesOf(testFile: string): boolean {
  const changes = mocksModules(testFile)
  const forget = changes || kept.testsChangedModules === true
  kept.testsChangedModules = changes
  return forget
}

/** A file sets variables after modules are loaded, when the file before, or late work of it, may have read the environment. */
export function readEnvironmentAnew(): void {
  Object.defineProperty(kept, 'veritasEnv', { configurable: true, get: () => undefined, set: () => undefined })
}

/**
 * Restores the environment of the process start with these settings, and clears the product's singletons. The schema engine stays, as its
 * bindings do: a second instance on them never answers.
 */
export function freshProcessState(settings: Record<string, string>): void {
  const environment = kept.testsBeginning?.environment ?? { ...process.env }
  readEnvironmentAnew()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment, settings)
  const plans = kept.veritasPlans
  for (const name of Object.keys(kept))
    if (name.startsWith('veritas') && name !== 'veritasSchemaEngine') delete kept[name as keyof Kept]
  // Its module holds it from the time it is loaded, so it is emptied.
  plans?.names.clear()
  plans?.counts.clear()
  if (plans) kept.veritasPlans = plans
  const shutdown = new AbortController()
  kept.testsBeginning = { environment, shutdown }
  kept.veritasShutdown = shutdown.signal
}

/** Closes the connections and threads that the product keeps for the life of its process. */
export async function endProcessState(): Promise<void> {
  kept.testsBeginning?.shutdown.abort()
  await Promise.all([
    kept.veritasDb?.$disconnect(),
    kept.veritasLimits?.values().next().value?.client.end(),
    kept.veritasThreads?.pool?.then((pool) => pool.destroy()),
  ])
}
