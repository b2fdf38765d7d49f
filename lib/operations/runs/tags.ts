import type { Tx } from '@/lib/db/client'

/** Writes the tags of these runs into their summaries. */
export async function refreshTags(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE run_summary s SET tags = ARRAY(
      SELECT g.tag FROM run_tag g WHERE g.project_id = s.project_id AND g.run_id = s.id ORDER BY g.tag)
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[])`
}
