import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

// Earlier attempts are read beside the runs asked for, since decisions rest on them.
const MAX_EARLIER = 500

export type PreviewRuns = {
  /** The newest runs, newest first. */
  ids: string[]
  /** Earlier attempts at the same work that are not among them. */
  earlier: string[]
  /** Runs with more earlier attempts than are read. */
  cut: Set<string>
}

/** The newest `count` runs of a project, or of one chain, with what their decisions rest on. */
export async function findPreviewRuns(
  db: Db,
  projectId: string,
  chainId: string | undefined,
  count: number,
): Promise<PreviewRuns> {
  const ofChain = chainId === undefined ? Prisma.empty : Prisma.sql`AND chain_id = ${chainId}::uuid`
  const newest = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid ${ofChain}
    ORDER BY occurred_at DESC, id DESC LIMIT ${count}`
  const ids = newest.map((row) => row.id)
  const earlier = await db.$queryRaw<{ id: string; of: string }[]>`
    SELECT e."runId" AS id, run.id AS of
    FROM run_summary run
    JOIN execution x ON x.project_id = run.project_id AND x.chain_id = run.chain_id AND x.key = run.execution
    CROSS JOIN LATERAL jsonb_to_recordset(x.scores) AS e("runId" text, attempt int)
    WHERE run.project_id = ${projectId}::uuid AND run.id = ANY(${ids}::uuid[]) AND e.attempt < run.attempt
    ORDER BY run.occurred_at DESC, run.id DESC`
  const asked = new Set(ids)
  const found = new Set<string>()
  const cut = new Set<string>()
  for (const { id, of } of earlier) {
    if (asked.has(id) || found.has(id)) continue
    if (found.size < MAX_EARLIER) found.add(id)
    else cut.add(of)
  }
  return { ids, earlier: [...found], cut }
}
