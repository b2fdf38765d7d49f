import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { templateOf } from '@/lib/engine/failures/fingerprint'
import type { ProjectContext } from '../context'
import { AppError, invalidInput } from '../errors'
import { moveFailureRollups } from '../rollups/failures'
import { noteGroupsAnew } from './arrivals'

type Taken = { group: string; members: readonly string[]; part: string }

/**
 * Moves the existing and future failures of one part into a new group and returns it. If the part makes up a whole merged
 * group, returns that group instead.
 */
export async function splitPart(tx: Tx, ctx: ProjectContext, { group, members, part }: Taken): Promise<string> {
  const projectId = ctx.project.id
  const [newest] = await tx.$queryRaw<{ fingerprint: string; message: string; isAlone: boolean }[]>`
    SELECT f.fingerprint, f.message, NOT EXISTS (
      SELECT 1 FROM failure o WHERE o.project_id = ${projectId}::uuid AND o.fingerprint = f.fingerprint AND o.part <> f.part) AS "isAlone"
    FROM failure f WHERE f.project_id = ${projectId}::uuid AND f.fingerprint = ANY(${[...members]}::text[]) AND f.part = ${part}
    ORDER BY f.occurred_at DESC LIMIT 1`
  if (!newest) throw invalidInput([{ path: 'part', message: 'is not part of this group' }])
  if (newest.isAlone && newest.fingerprint !== group) return newest.fingerprint
  if (newest.isAlone)
    throw new AppError('conflict', 'all failures of this group read the same: there is nothing to take out of it')
  const fingerprint = `part:${uuid()}`
  const template = templateOf(newest.message)
  await tx.$executeRaw`
    INSERT INTO failure_group (project_id, fingerprint, failure_class, node, template, leaf, roots, cascades, first_seen_at, last_seen_at, last_run_id)
    SELECT project_id, ${fingerprint}, failure_class, node, ${template}, leaf, 0, 0, first_seen_at, last_seen_at, last_run_id
    FROM failure_group WHERE project_id = ${projectId}::uuid AND fingerprint = ${newest.fingerprint}`
  await tx.$executeRaw(
    insertRows(
      'failureTemplate',
      [{ projectId, fingerprint: part, groupedAs: fingerprint }],
      'ON CONFLICT (project_id, fingerprint) DO UPDATE SET grouped_as = EXCLUDED.grouped_as',
    ),
  )
  await tx.$executeRaw`
    UPDATE failure SET fingerprint = ${fingerprint}
    WHERE project_id = ${projectId}::uuid AND fingerprint = ${newest.fingerprint} AND part = ${part}`
  await moveFailureRollups(tx, projectId, newest.fingerprint, fingerprint)
  await noteGroupsAnew(tx, projectId, newest.fingerprint)
  // Node and class are those under which its newest failures were counted.
  await tx.$executeRaw(Prisma.sql`
    UPDATE failure_group g SET node = r.node, failure_class = r.failure_class FROM (
      SELECT r.node, r.failure_class FROM rollup_failure r
      WHERE r.project_id = ${projectId}::uuid AND r.fingerprint = ${fingerprint} AND r.roots + r.cascades > 0 ORDER BY r.hour DESC LIMIT 1) r
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = ${fingerprint}`)
  return fingerprint
}
