import type { DeadLetterStatus } from '@/lib/contracts/dead-letters'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'

const SHOWN = 10
const ERROR_LENGTH = 200

/** Dead letters of runs that failed in one of these groups, pending ones first; found by the groups stored with them. */
export function loadDeadLetters(ctx: ProjectContext, groups: readonly string[]) {
  return ctx.db.$queryRaw<{ id: string; operation: string; status: DeadLetterStatus; error: string }[]>`
    SELECT d.id, d.operation, d.status, left(d.error, ${ERROR_LENGTH}) AS error FROM dead_letter d
    WHERE d.project_id = ${ctx.project.id}::uuid AND d.fingerprints <> '{}' AND d.fingerprints && ${[...groups]}::text[]
      AND EXISTS (SELECT 1 FROM run_key k WHERE k.project_id = ${ctx.project.id}::uuid AND k.run_key = d.run_key)
    ORDER BY d.status = 'pending' DESC, d.created_at DESC, d.id LIMIT ${SHOWN}`
}

/** Stores with dead letters `d` the groups their runs failed in. */
async function noteGroups(tx: Tx, projectId: string, letters: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE dead_letter d SET fingerprints = coalesce((
      SELECT array_agg(DISTINCT f.fingerprint) FROM run_key k
      JOIN failure f ON f.project_id = ${projectId}::uuid AND f.run_id = k.run_id
      WHERE k.project_id = ${projectId}::uuid AND k.run_key = d.run_key), '{}')
    WHERE d.project_id = ${projectId}::uuid AND ${letters}`
}

/** {@link noteGroups} for one dead letter, as it is added. */
export const noteGroupsOfLetter = (tx: Tx, projectId: string, id: string) =>
  noteGroups(tx, projectId, Prisma.sql`d.id = ${id}::uuid`)

/** {@link noteGroups} for the dead letters of these runs, after their failures are stored. */
export async function noteGroupsOfRuns(tx: Tx, projectId: string, runKeys: readonly string[]): Promise<void> {
  if (runKeys.length > 0) await noteGroups(tx, projectId, Prisma.sql`d.run_key = ANY(${[...runKeys]}::text[])`)
}

/** {@link noteGroups} for the dead letters of a group, after some of its failures moved to another. */
export const noteGroupsAnew = (tx: Tx, projectId: string, group: string) =>
  noteGroups(tx, projectId, Prisma.sql`d.fingerprints <> '{}' AND d.fingerprints && ARRAY[${group}]::text[]`)
