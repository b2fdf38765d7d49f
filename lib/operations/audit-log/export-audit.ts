import { type AuditEvent, exportAudit as contract } from '@/lib/contracts/audit'
import { streamOperation } from '../stream-operation'
import { readEvents } from './select-events'

const LAST = 2_147_483_647

/** Oldest first, a page of events held at a time. */
export const exportAudit = streamOperation(contract, async (ctx) => {
  const pages = readEvents(ctx.db, ctx.project.id, LAST)
  const first = await pages.next()
  return toLines(first.done ? [] : first.value, pages)
})

async function* toLines(first: AuditEvent[], rest: AsyncIterable<AuditEvent[]>): AsyncIterableIterator<string> {
  for (const event of first) yield JSON.stringify(event)
  for await (const page of rest) for (const event of page) yield JSON.stringify(event)
}
