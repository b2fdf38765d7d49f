import { id } from '@/lib/contracts/primitives'
import type { RunFilters } from '@/lib/contracts/runs'
import type { Db, Tx } from '@/lib/db/client'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'

/**
 * Finds a run by internal id or client id; the internal id wins when both match. A UUID, which is also a trace id, finds its run with hyphens
 * or without. Null when there is none.
 */
export async function findRunId(db: Db | Tx, projectId: string, name: string): Promise<string | null> {
  if (id.safeParse(name).success) {
    const own = await db.run.findUnique({ where: { projectId_id: { projectId, id: name } }, select: { id: true } })
    if (own) return own.id
  }
  const [byKey] = await findRunIds(db, projectId, [name])
  if (byKey !== undefined) return byKey
  const [otherwise] = await findRunIds(db, projectId, otherWritings(name))
  return otherwise ?? null
}

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** How other tools write the id of a run that is a UUID or a trace id: with hyphens or without. Empty for any other id. */
export function otherWritings(clientId: string): string[] {
  const parts = UUID.exec(clientId)?.slice(1)
  if (parts === undefined) return []
  const [plain, hyphenated] = [parts.join('').toLowerCase(), parts.join('-').toLowerCase()]
  return [plain, hyphenated, hyphenated.toUpperCase()].filter((writing) => writing !== clientId)
}

/** Finds the internal ids of the runs with these client ids. */
export async function findRunIds(db: Db | Tx, projectId: string, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return []
  const rows = await db.$queryRaw<{ runId: string }[]>`
    SELECT run_id AS "runId" FROM run_key WHERE project_id = ${projectId}::uuid AND run_key = ANY(${clientIds}::text[])`
  return rows.map(({ runId }) => runId)
}

/** @throws not_found when the project has no such run */
export async function loadRunId(ctx: ProjectContext, name: string): Promise<string> {
  const runId = await findRunId(ctx.db, ctx.project.id, name)
  if (runId === null) throw notFound('run')
  return runId
}

type VersionRef = { chainId: string; versionId: string }

/** The existing versions that match the named chains and versions. */
export async function findVersionRefs(
  ctx: ProjectContext,
  named: Pick<RunFilters, 'chain' | 'version' | 'candidate'>,
): Promise<VersionRef[]> {
  const rows = await ctx.db.chainVersion.findMany({
    where: {
      projectId: ctx.project.id,
      ...(named.version ? { version: { in: named.version } } : {}),
      ...(named.chain ? { chain: { name: { in: named.chain } } } : {}),
      ...(named.candidate ? { state: 'candidate' } : {}),
    },
    select: { id: true, chainId: true },
  })
  return rows.map((row) => ({ chainId: row.chainId, versionId: row.id }))
}
