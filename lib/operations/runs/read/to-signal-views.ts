import { type SignalView, signalView } from '@/lib/contracts/run-detail'
import type { Signal } from '@/lib/db/generated/client'
import { pickInForce } from '../signals-in-force'

/** Every signal ever given, oldest first, with whether it counts now. A row that only takes one back is not shown itself. */
export function toSignalViews(rows: readonly Signal[]): SignalView[] {
  const inForce = new Set(Object.values(pickInForce(rows)).map((signal) => signal.id))
  const retracted = new Set(rows.map((row) => row.retracts))
  return rows
    .filter((row) => row.value !== null)
    .map((row) =>
      signalView.parse({
        ...row,
        recordedAt: row.recordedAt.toISOString(),
        inForce: inForce.has(row.id),
        retracted: retracted.has(row.id),
      }),
    )
}
