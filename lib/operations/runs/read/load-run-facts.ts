import type { Db } from '@/lib/db/client'
import { notFound } from '../../errors'
import { findRunRows } from './run-row'
import { findSentNulls } from './sent-nulls'

export type RunFacts = Awaited<ReturnType<typeof loadRunFacts>>

/**
 * Everything stored about one run, each table by its own key.
 * @throws not_found when the run is not of this project.
 */
export async function loadRunFacts(db: Db, projectId: string, runId: string) {
  const ofRun = { where: { projectId, runId } }
  const [run, [row], nodes, issues, scores, signals, failures, nullsOf] = await Promise.all([
    db.run.findUnique({ where: { projectId_id: { projectId, id: runId } } }),
    findRunRows(db, projectId, [runId]),
    db.nodeRun.findMany({ ...ofRun, orderBy: { ordinal: 'asc' } }),
    db.issue.findMany({ ...ofRun, orderBy: { ordinal: 'asc' } }),
    db.score.findMany({ ...ofRun, distinct: ['series'], orderBy: [{ series: 'asc' }, { revision: 'desc' }] }),
    db.signal.findMany({ ...ofRun, orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }] }),
    db.failure.findMany(ofRun),
    findSentNulls(db, projectId, [runId]),
  ])
  if (!run || !row) throw notFound('run')
  const version = await db.chainVersion.findUnique({
    where: { projectId_id: { projectId, id: run.versionId } },
    select: { contract: true, criteria: true },
  })
  const summary = await db.runSummary.findUnique({
    where: { projectId_id: { projectId, id: runId } },
    select: { maxAttempts: true },
  })
  return {
    run,
    row,
    nodes,
    issues,
    scores,
    signals,
    failures,
    nulls: nullsOf(runId),
    version,
    maxAttempts: summary?.maxAttempts ?? run.attempt,
  }
}
