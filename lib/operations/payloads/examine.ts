import type { ClientBase } from 'pg'
import type { Env } from '@/lib/env'
import { openStore, probeStore, StoreError } from './store'

/** The result of checking the payload store. `isRefused`: its settings or permissions do not allow writing. */
type StoreFinding = { seen: string; advice: string; state: 'good' | 'warning' | 'bad'; isRefused: boolean }

type Outside = { values: number; bytes: number }

/** Checks that the store writes, reads and removes a test object; without a store, whether values are still kept in one. */
export async function examineStore(env: Env, client: ClientBase | null): Promise<StoreFinding> {
  const outside = client && (await countOutside(client))
  const usage = outside?.values ? `${toWords(outside)} of runs are kept there` : 'no value is kept there yet'
  const store = openStore(env)
  if (!store) {
    if (!outside?.values)
      return { state: 'good', seen: 'none is set; everything is kept in the database', advice: '', isRefused: false }
    return {
      state: 'bad',
      seen: `none is set, and ${toWords(outside)} of runs are kept in one: they cannot be read`,
      advice:
        'Set PAYLOAD_STORE_URL, PAYLOAD_STORE_KEY_ID and PAYLOAD_STORE_SECRET again; node bin/veritas.mjs payloads-back brings all of them back.',
      isRefused: false,
    }
  }
  try {
    await probeStore(store)
    return { state: 'good', seen: `${store.address} writes, reads and removes; ${usage}`, advice: '', isRefused: false }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const { isRefused, message, cause } = error
    const why = cause instanceof Error ? ` (${cause.cause instanceof Error ? cause.cause.message : cause.message})` : ''
    return {
      state: 'bad',
      seen: `${message}${why}; ${usage}`,
      advice: isRefused
        ? 'Check PAYLOAD_STORE_URL (https://host/bucket), PAYLOAD_STORE_KEY_ID, PAYLOAD_STORE_SECRET and PAYLOAD_STORE_REGION, and that the key may write, read and delete there.'
        : 'Check that this machine reaches PAYLOAD_STORE_URL. Until then values that are kept there cannot be read, and nothing is moved.',
      isRefused,
    }
  }
}

async function countOutside(client: ClientBase): Promise<Outside> {
  const there = await client.query<{ isThere: boolean }>(`SELECT to_regclass('payload') IS NOT NULL AS "isThere"`)
  if (!there.rows[0]?.isThere) return { values: 0, bytes: 0 }
  const { rows } = await client.query<Outside>(
    'SELECT count(*)::int AS values, coalesce(sum(bytes), 0)::float8 AS bytes FROM payload WHERE gone_at IS NULL',
  )
  return rows[0] ?? { values: 0, bytes: 0 }
}

const toWords = ({ values, bytes }: Outside) => `${values.toLocaleString('en')} values (${(bytes / 1e6).toFixed(1)} MB)`
