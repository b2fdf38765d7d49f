import type { Tx } from '@/lib/db/client'
import {
  type ExecutionResult,
  executionId,
  lockExecutions,
  withAttempt,
  writeExecutions,
} from '@/lib/operations/executions/write-executions'

type AttemptRow = {
  chainId: string
  versionId: string
  key: string
  attempt: number
  runId: string
  score: number
  decision: string
  updatedAt: Date
}

/** Writes the executions of the judged runs that are attempts, with the state the engine sees in them. */
export async function storeExecutions(tx: Tx, projectId: string, now: Date): Promise<void> {
  const attempts = await tx.$queryRaw<AttemptRow[]>`
    SELECT chain_id AS "chainId", version_id AS "versionId", execution AS key, attempt, id AS "runId", s AS score, decision, occurred_at AS "updatedAt"
    FROM judged WHERE execution IS NOT NULL ORDER BY execution, attempt`
  const states = await lockExecutions(tx, projectId, attempts, now)
  const results = new Map<string, ExecutionResult>()
  for (const { attempt, runId, score, ...row } of attempts) {
    const id = executionId(row)
    const known = results.get(id)?.scores ?? states.get(id)?.scores ?? []
    results.set(id, { ...row, scores: withAttempt(known, { attempt, runId, score }) })
  }
  await writeExecutions(tx, projectId, [...results.values()])
}
