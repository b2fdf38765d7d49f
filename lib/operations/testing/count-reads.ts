import type { Tx } from '@/lib/db/client'

/**
 * The rows that this connection has read from a table, or from all its months, and not yet reported; the rows of earlier transactions can be
 * among them.
 */
export async function countReads(
  tx: Tx,
  table: 'run_summary' | 'run_text' | 'review_item' | 'dead_letter',
): Promise<number> {
  const [row] = await tx.$queryRaw<{ reads: number }[]>`
    SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS reads FROM pg_stat_xact_user_tables
    WHERE relname = ${table} OR relname LIKE ${`${table}\\_%`}`
  return row?.reads ?? 0
}
