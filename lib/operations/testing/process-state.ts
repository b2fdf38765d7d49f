import type { Pool } from 'pg'
import type { Piscina } from 'piscina'
import type { Db } from '@/lib/db/client'

/** Per-process singletons of the product, by their names on `globalThis`. */
type Kept = {
  veritasDb?: Db
  veritasLimits?: Map<string, { client: Pool }>
  veritasThreads?: { pool?: Promise<Piscina> }
  veritasShutdown?: AbortSignal
}

type Beginning = { environment: NodeJS.ProcessEnv; shutdown: AbortController }

const kept = globalThis as typeof globalThis & Kept & { testsBeginning?: Beginning; testsChangedModules?: boolean }

/**
 * Whether loaded modules must be reset before this test file, given its text: it or the previous file mocks modules or sets
 * environment variables that modules read once.
 */
export function forgetModulesOf(testFile: string): boolean {
  const changes = /\bvi\.mock\(|\bprocess\.env\.\w+ = /.test(testFile)
  const forget = changes || kept.testsChangedModules === true
  kept.testsChangedModules = changes
  return forget
}

/** Restores the environment of the process start and clears the product's singletons. */
export function freshProcessState(): void {
  const environment = kept.testsBeginning?.environment ?? { ...process.env }
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  for (const name of Object.keys(kept)) if (name.startsWith('veritas')) delete kept[name as keyof Kept]
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
