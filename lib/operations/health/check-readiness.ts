import { querySeparately } from '@/lib/db/query-separately'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { getDatabaseUrl } from '@/lib/env'
import { shutdownSignal } from '../shutdown'

export type Readiness = { ready: boolean; reason: string | null }

/** Whether this process can work: it is not stopping, the database answers, and every migration is applied. Answers within two seconds. */
export async function checkReadiness(): Promise<Readiness> {
  if (shutdownSignal().aborted) return notReady('this process is stopping')
  try {
    const names = await ownMigrations()
    const applied = await querySeparately<{ migration_name: string }>(
      getDatabaseUrl(),
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    const done = new Set(applied.map((row) => row.migration_name))
    const missing = names.filter((name) => !done.has(name))
    return missing.length === 0 ? { ready: true, reason: null } : notReady(`migrations missing: ${missing.join(', ')}`)
  } catch {
    return notReady('the database does not answer, or was never migrated')
  }
}

let own: Promise<string[]> | undefined

/** Read once: the folder may already contain the next release, which is not running yet. */
function ownMigrations(): Promise<string[]> {
  own ??= listMigrationNames().catch((error: unknown) => {
    own = undefined
    throw error
  })
  return own
}

function notReady(reason: string): Readiness {
  return { ready: false, reason }
}
