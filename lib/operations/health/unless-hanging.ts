import { NoAnswer, querySeparately } from '@/lib/db/query-separately'
import { getDatabaseUrl } from '@/lib/env'
import { AppError } from '../errors'

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

function isSilent(): Promise<boolean> {
  return querySeparately(getDatabaseUrl(), 'SELECT 1').then(
    () => false,
    (error: unknown) => error instanceof NoAnswer,
  )
}
