import type { Tx } from '@/lib/db/client'
import { announce } from '../live/announce'
import { insertGates, type NewGate } from './insert'
import { findJoined, joinPendingGates } from './joined-runs'

type EscalatedRun = {
  runId: string
  clientId: string
  title: string | null
  chainId: string
  versionId: string
  chain: string
  version: string
  reason: string
  /** Kind of escalation: fundamental, rejected or marginal. */
  kind: string | null
  /** Cause of the failure, shared by runs that fail alike; null for a run that always gets its own gate. */
  cause: string | null
  gateHours: number
  gateQuorum: number
}

type EscalatedInput = { projectId: string; runs: readonly EscalatedRun[]; now: Date }

/**
 * Opens a gate for each escalated run, at most once per run: its own or, when runs of one version fail alike, the pending gate
 * of the first of them.
 */
export async function openEscalationGates(tx: Tx, { projectId, runs, now }: EscalatedInput): Promise<void> {
  const before = await findJoined(
    tx,
    projectId,
    runs.map((run) => run.runId),
  )
  const join = async (asking: readonly EscalatedRun[]) => {
    const failed = asking.flatMap(({ cause, ...run }) => (cause === null ? [] : [{ ...run, cause }]))
    const joined = await joinPendingGates(tx, projectId, failed, now)
    if (joined.size > 0) await announce(tx, { project: projectId, topic: 'gates' })
    return asking.filter((run) => !joined.has(run.runId))
  }
  const asking = await join(runs.filter((run) => !before.has(run.runId)))
  const opened = await insertGates(tx, projectId, asking.map(toGate), now)
  if (opened.length === asking.length) return
  // A run of this batch or a concurrent ingest may have opened the gate to join.
  const left = await join(asking)
  if (left.length > 0)
    await insertGates(
      tx,
      projectId,
      left.map((run) => ({ ...toGate(run), cause: null })),
      now,
    )
}

function toGate(run: EscalatedRun): NewGate {
  return {
    kind: 'escalation',
    chainId: run.chainId,
    versionId: run.versionId,
    priorVersionId: null,
    runId: run.runId,
    cause: run.cause,
    title: `${run.title ?? run.clientId} needs a person`,
    question: `${sentence(run.reason)} ${questionOf(run.kind)}`,
    openedBy: 'Escalation',
    hours: run.gateHours,
    quorum: run.gateQuorum,
  }
}

function questionOf(kind: string | null): string {
  if (kind === 'marginal') return 'Accept the best attempt with its caveat, or reject it?'
  return 'Accept the result as it is, or reject it?'
}

function sentence(reason: string): string {
  const text = reason.trim()
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`
}
