import type { Pool } from 'pg'
import type { Piscina } from 'piscina'
import type { Db } from '@/lib/db/client'

/** What the product keeps once for a process, under the names it keeps it by. */
type Kept = {
  veritasDb?: Db
  veritasLimits?: Map<string, { client: Pool }>
  veritasThreads?: { pool?: Promise<Piscina> }
  veritasShutdown?: AbortSignal
}

type Beginning = { environment: NodeJS.ProcessEnv; shutdown: AbortController }

const kept = globalThis as typeof globalThis & Kept & { testsBeginning?: Beginning; testsChangedModules?: boolean }

/**
 * Whether the modules this process has loaded are of no use to a test file, given its text: it replaces modules or sets the
 * environment they read once, or the file before it did.
 */
export function forgetModulesOf(testFile: string): boolean {
  const changes = /\bvi\.mock\(|\bprocess\.env\.\w+ = /.test(testFile)
  const forget = changes || kept.testsChangedModules === true
  kept.testsChangedModules = changes
  return forget
}

/** Puts the environment back as this process was started with, and lets the product find nothing that it has kept. */
export function freshProcessState(): void {
  const environment = kept.testsBeginning?.environment ?? { ...process.env }
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  for (const name of Object.keys(kept)) if (name.startsWith('veritas')) delete kept[name as keyof Kept]
  const shutdown = new AbortController()
  kept.testsBeginning = { environment, shutdown }
  kept.veritasShutdown = shutdown.signal
}

/** Ends what the product keeps open for the life of its process. */
export async function endProcessState(): Promise<void> {
  kept.testsBeginning?.shutdown.abort()
  await Promise.all([
    kept.veritasDb?.$disconnect(),
    kept.veritasLimits?.values().next().value?.client.end(),
    kept.veritasThreads?.pool?.then((pool) => pool.destroy()),
  ])
}
