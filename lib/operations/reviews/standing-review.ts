import type { Tx } from '@/lib/db/client'
import { pickInForce } from '../runs/signals-in-force'

export type StandingReview = { signalId: string; decisionId: string; by: string }

/** The review whose verdict counts for this run now, or null. */
export async function standingReview(tx: Tx, projectId: string, runId: string): Promise<StandingReview | null> {
  const signals = await tx.signal.findMany({ where: { projectId, runId, evaluator: 'human', origin: 'review' } })
  const { human } = pickInForce(signals)
  return human?.decisionId ? { signalId: human.id, decisionId: human.decisionId, by: human.by ?? 'someone' } : null
}
