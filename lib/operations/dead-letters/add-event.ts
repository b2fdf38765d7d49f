import { v7 as uuid } from 'uuid'
import type { DeadLetterEvent } from '@/lib/contracts/dead-letters'
import type { Tx } from '@/lib/db/client'
import { announce } from '../live/announce'

type NewEvent = {
  deadLetterId: string
  kind: DeadLetterEvent['kind']
  by: string
  error?: string | null
  note?: string | null
}

/** Puts events on the record of items, all of one moment, and tells open pages of them. */
export async function addEvents(tx: Tx, projectId: string, at: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.deadLetterEvent.createMany({ data: events.map((event) => ({ projectId, id: uuid(), at, ...event })) })
  await announce(tx, { project: projectId, topic: 'dead-letters' })
}
