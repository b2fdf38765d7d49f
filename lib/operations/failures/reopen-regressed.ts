import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { isRegression } from '@/lib/engine/failures/group-status'
import { compareVersions } from '@/lib/engine/regression/versions'
import type { ProjectContext } from '../context'
import { announce } from '../live/announce'
import type { CountedGroups } from '../rollups/failures'

type FailedRun = {
  occurredAt: Date
  settings: { chainId: string; chain: string; version: string }
  measured: { failures: readonly { fingerprint: string }[] }
}

type Resolved = { fingerprint: string; resolvedAt: Date; chainId: string | null; version: string | null }

/** Reopens resolved groups that regressed in these runs, with an event for each. */
export async function reopenRegressed(
  tx: Tx,
  ctx: Pick<ProjectContext, 'project' | 'now'>,
  runs: readonly FailedRun[],
  { headOf, resolved }: CountedGroups,
): Promise<void> {
  if (resolved.length === 0) return
  const projectId = ctx.project.id
  const groups = await tx.$queryRaw<Resolved[]>`
    SELECT g.fingerprint, g.resolved_at AS "resolvedAt", v.chain_id AS "chainId", v.version FROM failure_group g
    LEFT JOIN chain_version v ON v.project_id = g.project_id AND v.id = g.resolved_version_id
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = ANY(${resolved}::text[]) AND g.status = 'resolved'`
  const regressed = groups.flatMap((group) => {
    const back = runs.find(
      (run) => run.measured.failures.some((failure) => isOf(group, failure, headOf)) && isRegressedBy(group, run),
    )
    return back ? [{ group, back }] : []
  })
  if (regressed.length === 0) return
  const at = ctx.now()
  await tx.failureGroup.updateMany({
    where: { projectId, fingerprint: { in: regressed.map(({ group }) => group.fingerprint) } },
    data: { status: 'open', regressedAt: at, resolvedAt: null, resolvedVersionId: null },
  })
  const events = regressed.map(({ group: { fingerprint, version }, back }) => ({
    ...{ projectId, fingerprint, id: uuid(), kind: 'regressed', by: 'Veritas', at },
    detail: { chain: back.settings.chain, version: back.settings.version, resolvedIn: version },
  }))
  await tx.$executeRaw(insertRows('failureGroupEvent', events))
  await announce(tx, { project: projectId, topic: 'failures' })
}

const isOf = ({ fingerprint }: Resolved, failure: { fingerprint: string }, headOf: CountedGroups['headOf']) =>
  (headOf.get(failure.fingerprint) ?? failure.fingerprint) === fingerprint

function isRegressedBy({ resolvedAt, chainId, version }: Resolved, { occurredAt, settings }: FailedRun): boolean {
  const order = version === null ? 0 : compareVersions(settings.version, version)
  return isRegression({ at: resolvedAt, chainId }, { at: occurredAt, chainId: settings.chainId, order })
}
