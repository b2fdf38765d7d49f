import type { Tx } from '@/lib/db/client'
import { announce } from '../live/announce'
import { insertGates, type NewGate } from './insert'
import { findJoined, joinPendingGates } from './joined-runs'

export type EscalatedRun = {
  runId: string
  clientId: string
  chainId: string
  versionId: string
  chain: string
  version: string
  reason: string
  /** Why it was escalated: fundamental, rejected or marginal. */
  kind: string | null
  /** What it failed of, where it is one of many that may fail alike; null where it asks a question of its own. */
  cause: string | null
  gateHours: number
  gateQuorum: number
}

type EscalatedInput = { projectId: string; runs: readonly EscalatedRun[]; now: Date }

/**
 * Puts each escalated run before a person, once in its life: in a gate of its own or, where runs of one version fail alike, in
 * the pending gate of the first of them, which counts on.
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
  // Others of this batch, and another ingest at this instant, may have opened the gate that is there now.
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
    title: `${run.clientId} needs a person`,
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
