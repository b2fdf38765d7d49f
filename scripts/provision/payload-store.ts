import { Client } from 'pg'
import type { Env } from '@/lib/env'
import { Refusal, say } from './progress'

/**
 * What is to be known of the payload store as the desk starts. One that does not answer is no reason not to start: only values that are
 * kept there are missing then.
 * @throws Refusal where by its settings nothing can be written to it
 */
export async function checkPayloadStore(env: Env, databaseUrl: string): Promise<void> {
  const { examineStore } = await import('@/lib/operations/payloads/examine')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { state, seen, advice, isRefused } = await examineStore(env, client)
    if (isRefused) throw new Refusal(`Payload store: ${seen}\n${advice}`)
    if (state !== 'good') say(`! Payload store: ${seen}\n  ${advice}`)
  } finally {
    await client.end()
  }
}
