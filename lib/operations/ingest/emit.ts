import type { Tx } from '@/lib/db/client'
import { runData } from '@/lib/engine/webhooks/event-data'
import type { ProjectContext } from '../context'
import { emitAll, type WebhookEvent } from '../webhooks/emit'
import type { ScoredBatch } from './decide'

/** `run.scored` for every live run, and `run.needs_review` for each that is flagged for a person. */
export function emitRuns(tx: Tx, ctx: ProjectContext, runs: ScoredBatch['runs']): Promise<void> {
  const make = () => runs.filter(({ incoming }) => incoming.run.kind === 'live').flatMap(toEvents)
  return emitAll(tx, ctx.project.id, ['run.scored', 'run.needs_review'], make, ctx.now())
}

function toEvents({
  incoming: { run, runId, settings, revision },
  decided,
}: ScoredBatch['runs'][number]): WebhookEvent[] {
  const data = runData({
    runId,
    clientId: run.id,
    chain: settings.chain,
    version: settings.version,
    kind: run.kind,
    status: run.status,
    quality: decided.quality,
    confidence: decided.confidence.value,
    coverage: decided.coverage,
    decision: decided.decision,
    reason: decided.reason,
    flag: decided.flag,
    revision,
  })
  const scored = { type: 'run.scored', data } as const
  return decided.flag === null ? [scored] : [scored, { type: 'run.needs_review', data }]
}
