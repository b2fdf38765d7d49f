import { isSilentWhereOpen } from '@/lib/db/open-connections'
import { NoAnswer, querySeparately } from '@/lib/db/query-separately'
import { APPLIED_MIGRATIONS, type Applied, listNewer, ownMigrations } from '@/lib/db/release'
import { getDatabaseUrl } from '@/lib/env'
import { AppError } from '../errors'
import { shutdownSignal } from '../shutdown'

type Readiness = { ready: boolean; reason: string | null }

/**
 * Whether this process can work: it is not stopping, and the database answers, takes changes, and has the migrations of this release and no
 * others. Answers within two seconds.
 */
export async function checkReadiness(): Promise<Readiness> {
  if (shutdownSignal().aborted) return notReady('this process is stopping')
  try {
    const names = await ownMigrations()
    const [applied, isSilent] = await Promise.all([
      querySeparately<Applied & { isReadOnly: boolean }>(
        getDatabaseUrl(),
        `SELECT migration_name, current_setting('transaction_read_only') = 'on' AS "isReadOnly" FROM (${APPLIED_MIGRATIONS}) a`,
      ),
      isSilentWhereOpen(getDatabaseUrl()),
    ])
    if (isSilent) return notReady('the database does not answer on a connection that is open')
    const newer = await listNewer(applied)
    if (newer.length > 0)
      return notReady(
        `a newer release has migrated the database (${newer.join(', ')}): stop this process, and start that release`,
      )
    const done = new Set(applied.map((row) => row.migration_name))
    const missing = names.filter((name) => !done.has(name))
    if (missing.length > 0) return notReady(`migrations missing: ${missing.join(', ')}`)
    return applied.some(({ isReadOnly }) => isReadOnly)
      ? notReady('the database takes no changes: it is read-only')
      : { ready: true, reason: null }
  } catch {
    return notReady('the database does not answer, or was never migrated')
  }
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
