import { auditEvent } from '@/lib/contracts/audit'
import { onDatabase } from '@/lib/db/on-database'
import { inTransaction } from '@/lib/db/transaction'
import { getDatabaseUrl } from '@/lib/env'
import { audit } from '../audit'
import { exportAudit } from '../audit-log/read'
import type { ProjectContext } from '../context'
import type { TestProject } from './factories'

/** Appends events `thing:1` to `thing:count`, each in its own transaction. */
export async function append(ctx: ProjectContext, count: number): Promise<void> {
  for (let index = 1; index <= count; index++)
    await inTransaction(ctx, (tx) => audit(tx, ctx, 'test.done', { subject: `thing:${index}`, after: { index } }))
}

/** Runs a statement as the database owner, with triggers disabled and the constraint `audit_event_linked` dropped. */
export async function tamper(statement: string, ...values: unknown[]): Promise<void> {
  await onDatabase(getDatabaseUrl(), async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    await client.query('ALTER TABLE audit_event DROP CONSTRAINT IF EXISTS audit_event_linked')
    await client.query(statement, values)
  })
}

/** The exported log, line by line; the last line is the summary. */
export async function exportedLines({ key }: TestProject): Promise<string[]> {
  return Array.fromAsync(await exportAudit.open(key, {}))
}

export async function exportedEvents(test: TestProject) {
  return (await exportedLines(test)).slice(0, -1).map((line) => auditEvent.parse(JSON.parse(line)))
}
