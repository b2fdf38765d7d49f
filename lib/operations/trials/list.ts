import {
  listTrials as contract,
  type TrialCounts,
  type TrialView,
  trialKind,
  trialStatus,
} from '@/lib/contracts/trials'
import { Prisma } from '@/lib/db/generated/client'
import { operation } from '../operation'
import { readExecutor } from '../versions/executor'
import { loadVersion } from '../versions/store'

type Row = Omit<TrialView, 'kind' | 'status' | 'queuedAt' | 'startedAt' | 'endedAt'> & {
  kind: string
  status: string
  queuedAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

/** Lists the trials of a version, newest first, with counts of all of them. */
export const listTrials = operation(contract, async (ctx, { chain, version: name, limit, cursor }) => {
  const projectId = ctx.project.id
  const version = await loadVersion(ctx.db, projectId, chain, name)
  const before = cursor ? Prisma.sql`AND t.id < ${cursor}::uuid` : Prisma.empty
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT t.id, t.kind, t.scenario, t.status, t.attempts, r.run_id AS "runId", s.quality, t.error, t.queued_at AS "queuedAt",
      t.started_at AS "startedAt", t.ended_at AS "endedAt"
    FROM trial t
    LEFT JOIN run_key r ON r.project_id = t.project_id AND r.run_key = t.run_key
    LEFT JOIN run_summary s ON s.project_id = r.project_id AND s.id = r.run_id
    WHERE t.project_id = ${projectId}::uuid AND t.version_id = ${version.id}::uuid ${before}
    ORDER BY t.id DESC LIMIT ${limit + 1}`
  const page = rows.slice(0, limit)
  const groups = await ctx.db.trial.groupBy({
    by: ['kind', 'status'],
    where: { projectId, versionId: version.id },
    _count: true,
  })
  const countOf = (kind: string): TrialCounts => {
    const counts: TrialCounts = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
    for (const group of groups) if (group.kind === kind) counts[trialStatus.parse(group.status)] = group._count
    return counts
  }
  return {
    executor: readExecutor(version.executor)?.kind ?? null,
    live: countOf('live'),
    dryRun: countOf('dry_run'),
    trials: page.map((row) => ({
      ...row,
      kind: trialKind.parse(row.kind),
      status: trialStatus.parse(row.status),
      queuedAt: row.queuedAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
})
