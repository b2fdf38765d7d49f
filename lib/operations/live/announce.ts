import { LIVE_CHANNEL, type LiveEvent } from '@/lib/contracts/live-events'
import type { Tx } from '@/lib/db/client'

/** Notifies every open page, on every instance, when this transaction commits. */
export async function announce(tx: Tx, ...events: readonly LiveEvent[]): Promise<void> {
  for (const event of events) await tx.$executeRaw`SELECT pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(event)})`
}
