import { type DeliveryState, deliveryState, type EndpointView } from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'

type Log = Pick<EndpointView, 'counts' | 'last'>
type Count = { endpointId: string; status: string; n: number }
type Last = { endpointId: string; type: string; status: string; at: Date }

const DAY_MS = 86_400_000

/** What became of the deliveries of each endpoint in the last 24 hours, and which one moved last. */
export async function loadLogs(
  db: Db | Tx,
  projectId: string,
  endpointIds: readonly string[],
  now: Date,
): Promise<(id: string) => Log> {
  const since = new Date(now.getTime() - DAY_MS)
  const counts = await db.$queryRaw<Count[]>`
    SELECT endpoint_id AS "endpointId", status, count(*)::int AS n FROM webhook_delivery
    WHERE project_id = ${projectId}::uuid AND endpoint_id = ANY(${endpointIds}::uuid[]) AND updated_at >= ${since}
    GROUP BY endpoint_id, status`
  const last = await db.$queryRaw<Last[]>`
    SELECT e.id AS "endpointId", m.type, d.status, d.updated_at AS at FROM webhook_endpoint e
    CROSS JOIN LATERAL (
      SELECT message_id, status, updated_at FROM webhook_delivery
      WHERE project_id = e.project_id AND endpoint_id = e.id ORDER BY updated_at DESC LIMIT 1) d
    JOIN webhook_message m ON m.project_id = e.project_id AND m.id = d.message_id
    WHERE e.project_id = ${projectId}::uuid AND e.id = ANY(${endpointIds}::uuid[])`
  return (id) => {
    const count = (status: DeliveryState) =>
      counts.find((row) => row.endpointId === id && row.status === status)?.n ?? 0
    const latest = last.find((row) => row.endpointId === id)
    return {
      counts: { waiting: count('waiting'), delivered: count('delivered'), failed: count('failed') },
      last: latest
        ? { type: latest.type, status: deliveryState.parse(latest.status), at: latest.at.toISOString() }
        : null,
    }
  }
}
