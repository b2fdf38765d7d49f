import type { Db } from '@/lib/db/client'
import { EVERY_PROJECT } from '../every-project'
import { rankStale } from '../versions/places'
import { processEach } from '../work/process-each'

/** Ranks the chains that changed in every project; a failing project does not block the others. */
export async function sweepRanks(db: Db, now: Date): Promise<void> {
  const projects = await db.$queryRaw<{ projectId: string }[]>`
    SELECT p.project_id AS "projectId" FROM ${EVERY_PROJECT} WHERE EXISTS (
      SELECT 1 FROM chain_place c WHERE c.project_id = p.project_id AND c.is_stale)`
  const items = projects.map(({ projectId }) => ({ projectId, id: projectId }))
  await processEach({ db, kind: 'ranking', now }, items, ({ projectId }) => rankStale(db, projectId))
}
