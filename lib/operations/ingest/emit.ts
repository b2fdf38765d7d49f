import type { Tx } from '@/lib/db/client'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { runData } from '@/lib/engine/webhooks/event-data'
import type { ProjectContext } from '../context'
import { emitAll, type WebhookEvent } from '../webhooks/emit'
import type { ScoredBatch } from './decide'
import type { IncomingRun } from './version'

/**
 * Emits `run.scored` for every live run that has ended and `run.needs_review` for each flagged one, each once per run, also
 * when its facts are later completed. Emits nothing for history.
 */
export function emitRuns(tx: Tx, ctx: ProjectContext, runs: ScoredBatch['runs']): Promise<void> {
  const make = () => runs.filter(({ incoming }) => isNews(incoming, ctx.now())).flatMap(toEvents)
  return emitAll(tx, ctx.project.id, ['run.scored', 'run.needs_review'], make, ctx.now())
}

function toEvents({
  incoming: { run, runId, settings, revision, before },
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
  const wasSettled = before?.isSettled ?? false
  return [
    ...(wasSettled ? [] : [{ type: 'run.scored', data } as const]),
    ...(decided.flag === null || (wasSettled && before?.flag !== null)
      ? []
      : [{ type: 'run.needs_review', data } as const]),
  ]
}

const DAY_MS = 24 * 3_600_000
/** Runs that ended longer ago than this are history and notify no one. */
const HISTORY_MS = 7 * DAY_MS

/** Whether a run may notify: it is live, has ended, and is not history. */
export function isNews({ run, occurredAt, isQuiet }: IncomingRun, now: Date): boolean {
  if (run.kind !== 'live' || run.status === RUNNING || isQuiet) return false
  const ended = run.endedAt ? Date.parse(run.endedAt) : occurredAt.getTime()
  return now.getTime() - ended < HISTORY_MS
}
