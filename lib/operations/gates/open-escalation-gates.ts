import type { Tx } from '@/lib/db/client'
import { insertGates, type NewGate, type OpenedGate } from './insert-gates'

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
  gateHours: number
  gateQuorum: number
}

/** Opens a gate for each escalated run, once in its life. */
export function openEscalationGates(
  tx: Tx,
  input: { projectId: string; runs: readonly EscalatedRun[]; now: Date },
): Promise<OpenedGate[]> {
  return insertGates(tx, input.projectId, input.runs.map(toGate), input.now)
}

function toGate(run: EscalatedRun): NewGate {
  return {
    kind: 'escalation',
    chainId: run.chainId,
    versionId: run.versionId,
    priorVersionId: null,
    runId: run.runId,
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
