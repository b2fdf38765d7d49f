import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { tables } from '@/lib/db/generated/columns'

/** What is only ever added to, and who was told: both an act and its undoing stay in it. */
const LOGS = new Set([
  'attribution',
  'audit_event',
  'audit_head',
  'dead_letter_event',
  'decision',
  'failure_group_event',
  'gate_event',
  'mail',
  'notification',
  'pair_verdict',
  'rubric_answer',
  'score',
  'signal',
  'version_event',
  'webhook_delivery',
  'webhook_message',
])

/** Reservations for minutes, marks of the last write, and how a run ever came before a reviewer: none of them is what a person changed. */
const PASSING = [
  ...['urgency', 'claimed_by_id', 'claimed_until', 'claimed_first', 'revision', 'updated_at', 'computed_at'],
  // That a chain is to be ranked again.
  ...['changed', 'is_stale'],
]

type Row = Record<string, unknown>

/** The rows of a project in all tables but those, with sums rounded: what an act and its undoing leave as it was. */
export async function projectRows(projectId: string): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const { name, columns } of Object.values(tables)) {
    if (!Object.values(columns).some((column) => column.name === 'project_id') || LOGS.has(name)) continue
    const rows = await getDb().$queryRaw<{ row: Row }[]>`
      SELECT to_jsonb(t) AS row FROM ${Prisma.raw(`"${name}"`)} t WHERE project_id = ${projectId}::uuid`
    if (rows.length > 0) found[name] = rows.map(({ row }) => settled(row)).sort(byText)
  }
  return found
}

function settled(row: Row): Row {
  const kept = Object.entries(row).filter(([column]) => !PASSING.includes(column))
  return Object.fromEntries(
    kept.map(([column, value]) => [column, typeof value === 'number' ? Number(value.toFixed(9)) : value]),
  )
}

const byText = (a: Row, b: Row) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
