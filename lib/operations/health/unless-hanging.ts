import { NoAnswer, querySeparately } from '@/lib/db/query-separately'
import { getDatabaseUrl } from '@/lib/env'
import { AppError } from '../errors'

// Work that goes on for so long is asked about, and again after as long.
const PATIENCE_MS = 2000
const RETRY_AFTER_S = 5

/**
 * The result of `work`, unless the database answers nobody any more meanwhile: then an error to try again, within seconds, instead of
 * waiting with it. What the work has sent may still take effect: whoever tries again sends the same once more, and that is safe.
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

/** Asked twice, since a machine that is only busy may be late once. Whoever waits at the same time asks together. */
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
