import { expect } from 'vitest'
import { webhookEventData } from '@/lib/contracts/webhook-events'
import { getDb } from '@/lib/db/client'

/** The events stored for the endpoints of a project, oldest first; each must be what its contract says, to the last field. */
export async function sentEvents(projectId: string) {
  const rows = await getDb().webhookMessage.findMany({ where: { projectId }, orderBy: { id: 'asc' } })
  return rows.map(({ type, payload }) => {
    const [, contract] = Object.entries(webhookEventData).find(([name]) => name === type) ?? []
    expect(contract?.parse(payload), type).toEqual(payload)
    return { type, data: payload }
  })
}
