import { getEnv } from '@/lib/env'
import type { PayloadStore } from './store'

// On globalThis because each bundle of the process loads its own copy of this module.
const kept = globalThis as typeof globalThis & { veritasPayloadStore?: Promise<PayloadStore | null> | undefined }

/** Returns the store of this process as configured by the environment, or null. The client is only loaded if a store is configured. */
export function payloadStore(): Promise<PayloadStore | null> {
  kept.veritasPayloadStore ??= open()
  return kept.veritasPayloadStore
}

async function open(): Promise<PayloadStore | null> {
  const env = getEnv()
  return env.PAYLOAD_STORE_URL ? (await import('./store')).openStore(env) : null
}

/** Replaces the store of this process, for callers with their own settings. */
export function setPayloadStore(store: PayloadStore | null): void {
  kept.veritasPayloadStore = Promise.resolve(store)
}
