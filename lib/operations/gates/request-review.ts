import { requestReview as requestContract } from '@/lib/contracts/gate-requests'
import { inTransaction } from '../context'
import { operation } from '../operation'
import { loadRunId } from '../runs/read/find-run-id'
import { loadGateRow } from './gate-row'
import { runSubject } from './gate-subjects'
import { gateUrl } from './gate-url'
import { findPendingGate, openManualGate } from './open-manual-gate'

/** Puts a run before a person. Asked again while the question is open, the answer is the gate that is there. */
export const requestReview = operation(requestContract, async (ctx, { runId: name, ...words }) => {
  const runId = await loadRunId(ctx, name)
  const { gate, opened } = await inTransaction(ctx, async (tx) => {
    const subject = await runSubject(tx, ctx, runId)
    const pending = await findPendingGate(tx, ctx, subject)
    if (pending) return { gate: await loadGateRow(tx, ctx.project.id, pending.id), opened: false }
    return { gate: await openManualGate(tx, ctx, subject, words), opened: true }
  })
  return { gate, opened, url: gateUrl(ctx.project, gate.id) }
})
