import type { Tx } from '@/lib/db/client'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { releasePayloads } from '../payloads/release'
import { type LockedRun, lockRuns } from '../runs/lock'
import { leaveExecutions, takeOutOfCounts } from '../runs/take-out'
import { findKnownRuns, type KnownRun } from './rows'
import type { IncomingRun } from './version'

/**
 * Makes way for fuller facts of runs that are stored already: takes the old ones out of every count and table, and gives
 * the incoming runs their ids and next revision. What people said of them stays. Runs whose body did not change are left out;
 * `leftVersionIds` are the versions that a run went away from, `leftBehind` the attempts of executions it went away from:
 * they are to be derived anew.
 */
export async function replaceRuns(
  tx: Tx,
  projectId: string,
  incoming: readonly IncomingRun[],
  now: Date,
): Promise<{ changed: IncomingRun[]; leftVersionIds: string[]; leftBehind: string[] }> {
  const known = await findKnownRuns(
    tx,
    projectId,
    incoming.map((item) => item.run.id),
  )
  const changed = incoming.filter((item) => item.isAnew || known.get(item.run.id)?.hash !== item.hash)
  const made = changed.flatMap((item) => known.get(item.run.id) ?? [])
  const replaced = made.map(({ runId }) => runId)
  const locked = await lockRuns(tx, projectId, replaced, now)
  const { runs } = locked
  await takeOutOfCounts(tx, projectId, runs)
  await removeFacts(tx, projectId, made)
  await releasePayloads(tx, projectId, replaced, now)
  const moved = runs.filter(
    (run) => !changed.some((item) => item.run.id === run.clientId && isSameExecution(item, run)),
  )
  const leftBehind = await leaveExecutions(tx, projectId, locked, moved)
  const stood = new Map(runs.map((run) => [run.id, run]))
  const staying = new Set(incoming.map((item) => item.settings.versionId))
  return {
    changed: changed.map((item) => {
      const runId = known.get(item.run.id)?.runId
      const former = runId === undefined ? undefined : stood.get(runId)
      if (runId === undefined) return item
      const before = former && { isSettled: former.status !== RUNNING, flag: former.flag }
      return { ...item, runId, before, revision: (former?.revision ?? 0) + 1 }
    }),
    leftBehind,
    leftVersionIds: runs.map((run) => run.versionId).filter((id) => !staying.has(id)),
  }
}

function isSameExecution({ run, settings }: IncomingRun, stored: LockedRun): boolean {
  return (run.execution ?? null) === stored.execution && settings.chainId === stored.chainId
}

async function removeFacts(tx: Tx, projectId: string, runs: readonly KnownRun[]): Promise<void> {
  if (runs.length === 0) return
  const runIds = runs.map(({ runId }) => runId)
  const ofRuns = { projectId, runId: { in: runIds } }
  await tx.nodeRun.deleteMany({ where: ofRuns })
  await tx.issue.deleteMany({ where: ofRuns })
  await tx.failure.deleteMany({ where: ofRuns })
  await tx.signal.deleteMany({ where: { ...ofRuns, origin: 'ingest' } })
  await tx.runText.deleteMany({ where: ofRuns })
  await tx.runSummary.deleteMany({ where: { projectId, id: { in: runIds } } })
  await tx.run.deleteMany({ where: { projectId, id: { in: runIds } } })
  await tx.runKey.deleteMany({ where: { projectId, runKey: { in: runs.map(({ clientId }) => clientId) } } })
}
