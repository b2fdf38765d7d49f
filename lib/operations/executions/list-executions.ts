import { listExecutions as contract } from '@/lib/contracts/executions'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { operation } from '../operation'
import { startOfRange } from '../range'
import { type ExecutionRow, toExecutionView } from './to-execution-view'

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
