import { getEnv } from '@/lib/env'
import { processWide, setProcessWide } from '@/lib/process-wide'
import type { PayloadStore } from './store'

/** Returns the store of this process as configured by the environment, or null. The client is only loaded if a store is configured. */
export function payloadStore(): Promise<PayloadStore | null> {
  return processWide('veritasPayloadStore', open)
}

async function open(): Promise<PayloadStore | null> {
  const env = getEnv()
  return env.PAYLOAD_STORE_URL ? (await import('./store')).openStore(env) : null
}

/** Replaces the store of this process, for callers with their own settings. */
export function setPayloadStore(store: PayloadStore | null): void {
  setProcessWide('veritasPayloadStore', Promise.resolve(store))
}
