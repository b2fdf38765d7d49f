import { waitForGate as waitContract } from '@/lib/contracts/gate-moves'
import type { GateRow } from '@/lib/contracts/gates'
import type { ProjectContext } from '../context'
import { watchChanges } from '../live/changes'
import { operation } from '../operation'
import { shutdownSignal } from '../shutdown'
import { gateUrl, loadGateRow } from './store'

// A person decides in minutes or hours, and each call is itself a long poll.
const ASK_AGAIN_S = 30

/** Waits until the gate is closed, by any instance, or the timeout ends; returns the gate. */
export const waitForGate = operation(waitContract, async (ctx, { gateId, timeoutSeconds }) => {
  const gate = timeoutSeconds > 0 ? await untilClosed(ctx, gateId, timeoutSeconds) : await load(ctx, gateId)
  const decided = gate.state !== 'pending'
  const askAgainInSeconds = decided ? null : ASK_AGAIN_S
  return { state: gate.state, decided, askAgainInSeconds, url: gateUrl(ctx.project, gateId), gate }
})

async function untilClosed(ctx: ProjectContext, gateId: string, seconds: number): Promise<GateRow> {
  const ends = AbortSignal.any([
    AbortSignal.timeout(seconds * 1000),
    shutdownSignal(),
    ...(ctx.signal ? [ctx.signal] : []),
  ])
  const watch = watchChanges(ctx.project.id, ({ topic, id }) => topic === 'gate' && id === gateId)
  try {
    for (;;) {
      const isLast = ends.aborted
      const gate = await load(ctx, gateId)
      if (gate.state !== 'pending' || isLast) return gate
      await watch.next(ends)
    }
  } finally {
    watch.stop()
  }
}

const load = (ctx: ProjectContext, gateId: string) => loadGateRow(ctx.db, ctx.project.id, gateId)
