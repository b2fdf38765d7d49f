import { type ExecutionView, executionView } from '@/lib/contracts/executions'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import type { Execution } from '@/lib/db/generated/client'
import type { AttemptScore } from './write-executions'

export type ExecutionRow = Pick<
  Execution,
  'key' | 'state' | 'action' | 'bestAttempt' | 'bestScore' | 'decision' | 'updatedAt'
> & {
  chain: string
  version: string
  scores: AttemptScore[]
  /** Stamped on the newest attempt where its own profile sets it. */
  acceptFrom: number | null
}

/** An execution as it is shown. The best is the earliest attempt of the highest score; there is none while nothing is scored. */
export function toExecutionView(row: ExecutionRow): ExecutionView {
  const bestRun = row.scores.find((entry) => entry.attempt === row.bestAttempt && entry.score === row.bestScore)
  return executionView.parse({
    ...row,
    attempts: row.scores.map((entry) => ({ ...entry, best: entry.runId === bestRun?.runId })),
    best:
      row.bestAttempt === null || row.bestScore === null ? null : { attempt: row.bestAttempt, score: row.bestScore },
    acceptFrom: row.acceptFrom ?? ACCEPT_THRESHOLD,
    updatedAt: row.updatedAt.toISOString(),
  })
}
