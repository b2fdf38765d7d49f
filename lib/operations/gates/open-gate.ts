import { openGate as openContract } from '@/lib/contracts/gates'
import { inTransaction } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { runSubject, versionSubject } from './gate-subjects'
import { findPendingGate, openManualGate } from './open-manual-gate'

/** A gate by hand: a question about a version or a run that somebody wants answered by a deadline. */
export const openGate = operation(openContract, (ctx, { chain = '', version = '', runId, ...words }) =>
  inTransaction(ctx, async (tx) => {
    const subject = runId ? await runSubject(tx, ctx, runId) : await versionSubject(tx, ctx, chain, version)
    const pending = await findPendingGate(tx, ctx, subject)
    if (pending) throw new AppError('conflict', `a gate on this is open already: ${pending.title}`)
    return { gate: await openManualGate(tx, ctx, subject, words) }
  }),
)
