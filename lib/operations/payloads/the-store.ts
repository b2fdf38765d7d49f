import { getEnv } from '@/lib/env'
import type { PayloadStore } from './store'

// One for the process: its bundles each load their own copy of this module.
const kept = globalThis as typeof globalThis & { veritasPayloadStore?: Promise<PayloadStore | null> | undefined }

/** The store of this process, by its environment; null where none is set. What it needs is loaded only where one is. */
export function payloadStore(): Promise<PayloadStore | null> {
  kept.veritasPayloadStore ??= open()
  return kept.veritasPayloadStore
}

async function open(): Promise<PayloadStore | null> {
  const env = getEnv()
  return env.PAYLOAD_STORE_URL ? (await import('./store')).openStore(env) : null
}

/** Has this process work with another store, or none: for who opened it by other settings. */
export function setPayloadStore(store: PayloadStore | null): void {
  kept.veritasPayloadStore = Promise.resolve(store)
}
