import { listExecutions as contract, type ExecutionView, executionView } from '@/lib/contracts/executions'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import type { Db, Tx } from '@/lib/db/client'
import { type Execution, Prisma } from '@/lib/db/generated/client'
import { recommendStop } from '@/lib/engine/judgement/recommend-stop'
import { operation } from '../operation'
import { startOfRange } from '../range'
import type { AttemptScore } from './executions'

const COLUMNS = Prisma.sql`
  e.key, e.scores, e.state, e.action, e.best_attempt AS "bestAttempt", e.best_score AS "bestScore", e.decision,
  e.updated_at AS "updatedAt", c.name AS chain, v.version, (
    SELECT (g.breakdown ->> 'threshold')::float8 FROM run_summary s
    JOIN score g ON g.project_id = s.project_id AND g.run_id = s.id AND g.series = 'gaff'
    WHERE s.project_id = e.project_id AND s.id = (e.scores -> -1 ->> 'runId')::uuid AND s.basis = 'quality' AND s.profile = 'gaff'
    ORDER BY g.revision DESC LIMIT 1) AS "acceptFrom"`

const NAMES = Prisma.sql`
  JOIN chain c ON c.project_id = e.project_id AND c.id = e.chain_id
  JOIN chain_version v ON v.project_id = e.project_id AND v.id = e.version_id`

/** The latest executions that took more than one attempt. */
export const listExecutions = operation(contract, async (ctx, { range, chain, state, limit }) => {
  const from = range ? startOfRange(range, ctx.now()) : null
  const where = [
    Prisma.sql`e.project_id = ${ctx.project.id}::uuid`,
    Prisma.sql`e.attempts > 1`,
    ...(from ? [Prisma.sql`e.updated_at >= ${from}::timestamptz`] : []),
    ...(chain ? [Prisma.sql`c.name = ANY(${chain}::text[])`] : []),
    ...(state ? [Prisma.sql`e.state = ANY(${state}::text[])`] : []),
  ]
  const rows = await ctx.db.$queryRaw<ExecutionRow[]>`
    SELECT ${COLUMNS} FROM execution e ${NAMES} WHERE ${Prisma.join(where, ' AND ')}
    ORDER BY e.updated_at DESC, e.chain_id, e.key LIMIT ${limit}`
  return { executions: rows.map(toExecutionView) }
})

/** The execution of that key within a chain; null when no run named it. */
export async function findExecution(db: Db | Tx, projectId: string, chainId: string, key: string) {
  const [row] = await db.$queryRaw<ExecutionRow[]>`
    SELECT ${COLUMNS} FROM execution e ${NAMES}
    WHERE e.project_id = ${projectId}::uuid AND e.chain_id = ${chainId}::uuid AND e.key = ${key}`
  return row ? toExecutionView(row) : null
}

type ExecutionRow = Pick<
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
function toExecutionView(row: ExecutionRow): ExecutionView {
  const bestRun = row.scores.find((entry) => entry.attempt === row.bestAttempt && entry.score === row.bestScore)
  return executionView.parse({
    ...row,
    attempts: row.scores.map((entry) => ({ ...entry, best: entry.runId === bestRun?.runId })),
    best:
      row.bestAttempt === null || row.bestScore === null ? null : { attempt: row.bestAttempt, score: row.bestScore },
    oneMore: oneMoreAfter(row.scores.flatMap(({ score }) => score ?? [])),
    acceptFrom: row.acceptFrom ?? ACCEPT_THRESHOLD,
    updatedAt: row.updatedAt.toISOString(),
  })
}

function oneMoreAfter(scores: readonly number[]): ExecutionView['oneMore'] {
  const { recommendation, expectedGain, interval, method } = recommendStop({ scores })
  return expectedGain === null || interval === null || method === 'none'
    ? null
    : { recommendation, expectedGain, interval, method }
}
