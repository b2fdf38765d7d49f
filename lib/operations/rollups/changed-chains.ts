import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { atEnd } from '@/lib/db/transaction'

type Changed = { projectId: string; chainId: string }

/**
 * Notes at the end of the transaction that the newest versions of these chains may stand otherwise to the ones before, so that they are ranked
 * again.
 */
export function noteChangedChains(tx: Tx, projectId: string, chainIds: readonly string[]): void {
  atEnd<Changed>(
    tx,
    write,
    chainIds.map((chainId) => ({ projectId, chainId })),
  )
}

/** Keys in order, as all that writes them. */
async function write(tx: Tx, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  const rows = [...new Map(changed.map((row) => [`${row.projectId} ${row.chainId}`, row]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  await tx.$executeRaw(
    insertRows(
      'chainPlace',
      rows.map(([, row]) => row),
      'ON CONFLICT (project_id, chain_id) DO UPDATE SET changed = chain_place.changed + 1, is_stale = true',
    ),
  )
}

/** Notes it of all chains of a project, whose settings changed. */
export function noteAllChains(tx: Tx, projectId: string): void {
  atEnd(tx, writeAll, [projectId])
}

async function writeAll(tx: Tx, projectIds: readonly string[]): Promise<void> {
  for (const projectId of new Set(projectIds))
    await tx.$executeRaw`
      UPDATE chain_place SET changed = changed + 1, is_stale = true WHERE project_id = ${projectId}::uuid AND chain_id IN (
        SELECT chain_id FROM chain_place WHERE project_id = ${projectId}::uuid ORDER BY chain_id FOR UPDATE)`
}
