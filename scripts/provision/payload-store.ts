import { onDatabase } from '@/lib/db/on-database'
import type { Env } from '@/lib/env'
import { print, Refusal } from './progress'

/**
 * Reports problems of the payload store at the start. An unreachable store does not prevent the start: only the values stored there are
 * missing then.
 * @throws Refusal if its settings rule out every write
 */
export async function checkPayloadStore(env: Env, databaseUrl: string): Promise<void> {
  const { examineStore } = await import('@/lib/operations/payloads/examine')
  await onDatabase(databaseUrl, async (client) => {
    const { state, seen, advice, isRefused } = await examineStore(env, client)
    if (isRefused) throw new Refusal(`Payload store: ${seen}\n${advice}`)
    if (state !== 'good') print(`! Payload store: ${seen}\n  ${advice}`)
  })
}
