import { isSilentWhereOpen } from '@/lib/db/open-connections'
import { NoAnswer, querySeparately } from '@/lib/db/query-separately'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { getDatabaseUrl } from '@/lib/env'
import { AppError } from '../errors'
import { shutdownSignal } from '../shutdown'

type Readiness = { ready: boolean; reason: string | null }

/** Whether this process can work: it is not stopping, the database answers, and every migration is applied. Answers within two seconds. */
export async function checkReadiness(): Promise<Readiness> {
  if (shutdownSignal().aborted) return notReady('this process is stopping')
  try {
    const names = await ownMigrations()
    const [applied, isSilent] = await Promise.all([
      querySeparately<{ migration_name: string }>(
        getDatabaseUrl(),
        'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      ),
      isSilentWhereOpen(getDatabaseUrl()),
    ])
    if (isSilent) return notReady('the database does not answer on a connection that is open')
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

// Work that takes longer than this triggers a check, repeated at the same interval.
const PATIENCE_MS = 2000
const RETRY_AFTER_S = 5

/**
 * Returns the result of `work`; if the database stops answering meanwhile, throws a retryable error within seconds instead of waiting. The
 * work may still take effect: a retry of the same request has to be safe.
 */
export async function unlessDatabaseHangs<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDone = false
  const hangs = new Promise<never>((_, reject) => {
    const watch = () => {
      timer = setTimeout(async () => {
        if (await isHanging())
          reject(new AppError('unavailable', 'the database does not answer; try again shortly', [], RETRY_AFTER_S))
        else if (!isDone) watch()
      }, PATIENCE_MS)
    }
    watch()
  })
  try {
    return await Promise.race([work, hangs])
  } finally {
    isDone = true
    clearTimeout(timer)
    hangs.catch(() => undefined)
    work.catch(() => undefined)
  }
}

let asking: Promise<boolean> | undefined

/** Checks twice, since a busy machine may be late once. Concurrent callers share a check. */
function isHanging(): Promise<boolean> {
  asking ??= isSilent()
    .then(async (isSilentOnce) => isSilentOnce && (await isSilent()))
    .finally(() => {
      asking = undefined
    })
  return asking
}

async function isSilent(): Promise<boolean> {
  const found = await Promise.all([
    isSilentWhereOpen(getDatabaseUrl()),
    querySeparately(getDatabaseUrl(), 'SELECT 1').then(
      () => false,
      (error: unknown) => error instanceof NoAnswer,
    ),
  ])
  return found.includes(true)
}
