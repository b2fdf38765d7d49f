import { z } from 'zod'
import { listExecutions as contract, type ExecutionView, executionView } from '@/lib/contracts/executions'
import { convergenceState, id, isoTime } from '@/lib/contracts/primitives'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { executionSorts } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { type Execution, Prisma } from '@/lib/db/generated/client'
import { recommendStop } from '@/lib/engine/judgement/recommend-stop'
import { findBlindSubjects } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { badCursor, keysetCursor, positionText } from '../keyset-cursor'
import { operation } from '../operation'
import { startOfRange } from '../rollups/period'
import { findCovered } from './covered'
import type { AttemptScore } from './executions'

const COLUMNS = Prisma.sql`
  e.key, e.scores, e.state, e.action, e.best_attempt AS "bestAttempt", e.best_score AS "bestScore", e.gain, e.expected_gain AS "expectedGain", e.decision,
  e.updated_at AS "updatedAt", c.name AS chain, v.version`

const namesOf = (projectId: string) => Prisma.sql`
  JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = e.chain_id
  JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = e.version_id`

type Sort = (typeof executionSorts)[number]

/** Sort key of each order; each has an index within one state. */
const KEYS: Record<Sort, Prisma.Sql> = {
  newest: Prisma.sql`e.updated_at`,
  gain: Prisma.sql`e.gain`,
  attempts: Prisma.sql`e.attempts`,
  expected_gain: Prisma.sql`e.expected_gain`,
}

/** Must match the index: NULLS LAST on a column that is never null would prevent its use. */
const orderOf = (sort: Sort) =>
  Prisma.sql`${KEYS[sort]} ${sort === 'newest' || sort === 'attempts' ? Prisma.sql`DESC` : Prisma.sql`DESC NULLS LAST`}, e.chain_id, e.key`

/** Position after a page: its sort, the key of its last row (null = no value), and that row's chain and key. */
const cursors = keysetCursor(
  z.strictObject({
    sort: z.enum(executionSorts),
    value: z.union([isoTime, z.number(), z.null()]),
    chainId: id,
    key: positionText,
  }),
)

/** Lists executions with more than one attempt. Merges the first rows of each state's index, so that a page costs no more than its rows. */
export const listExecutions = operation(contract, async (ctx, { range, chain, state, sort, limit, cursor: text }) => {
  const cursor = text === undefined ? null : decode(text, sort)
  const from = range ? startOfRange(range, ctx.now()) : null
  const fits = [
    Prisma.sql`e.attempts > 1`,
    ...ofChainsAndTime(ctx, { chain, from }),
    ...(await withoutCovered(ctx, state !== undefined || sort === 'gain' || sort === 'expected_gain')),
    ...(cursor ? [after(cursor)] : []),
  ]
  const order = orderOf(sort)
  const arms = (state ?? convergenceState.options).map(
    (one) => Prisma.sql`(
      SELECT e.* FROM execution e WHERE ${Prisma.join([...fits, Prisma.sql`e.state = ${one}`], ' AND ')}
      ORDER BY ${order} LIMIT ${limit + 1})`,
  )
  const rows = await ctx.db.$queryRaw<(ExecutionRow & { chainId: string })[]>`
    SELECT ${COLUMNS}, e.chain_id AS "chainId" FROM (
      SELECT * FROM (${Prisma.join(arms, ' UNION ALL ')}) e ORDER BY ${order} LIMIT ${limit + 1}) e ${namesOf(ctx.project.id)} ORDER BY ${order}`
  const { page, next } = cursors.cut(rows, limit, (row) => ({
    sort,
    value: keyValue(row, sort),
    chainId: row.chainId,
    key: row.key,
  }))
  const views = await toExecutionViews(ctx.db, ctx.project.id, page)
  return { executions: await coverExecutions(ctx, views), next }
})

/** Executions must not betray, by their place or by being found, what others decided on an attempt that the caller is to review blind. */
async function withoutCovered(ctx: ProjectContext, isByScores: boolean): Promise<Prisma.Sql[]> {
  const { judged } = isByScores ? await findBlindSubjects(ctx) : { judged: [] }
  if (judged.length === 0) return []
  return [
    Prisma.sql`NOT EXISTS (SELECT 1 FROM run_summary s WHERE s.project_id = ${ctx.project.id}::uuid AND s.id = ANY(${judged}::uuid[])
      AND s.chain_id = e.chain_id AND s.execution = e.key)`,
  ]
}

/** Returns the executions as this caller may see them: without scores and decision if one of the attempts is covered. */
async function coverExecutions(ctx: ProjectContext, views: readonly ExecutionView[]): Promise<ExecutionView[]> {
  const covered = await findCovered(
    ctx,
    views.flatMap(({ attempts }) => attempts.map(({ runId }) => runId)),
  )
  return views.map((view) => {
    const own = view.attempts.flatMap(({ runId }) => covered.get(runId) ?? []).at(-1)
    if (!own) return view
    const attempts = view.attempts.map((attempt) => ({ ...attempt, score: null, best: false }))
    const decision = own.before?.decision ?? 'escalate'
    return { ...view, attempts, state: 'insufficient', best: null, oneMore: null, gain: null, decision }
  })
}

/** Conditions on executions `e` of these chains since a time. */
export function ofChainsAndTime(
  { project }: Pick<ProjectContext, 'project'>,
  { chain, from }: { chain: readonly string[] | undefined; from: Date | null },
): Prisma.Sql[] {
  const own = Prisma.sql`e.project_id = ${project.id}::uuid`
  const named = Prisma.sql`SELECT c.id FROM chain c WHERE c.project_id = ${project.id}::uuid AND c.name = ANY(${[...(chain ?? [])]}::text[])`
  return [
    own,
    ...(from ? [Prisma.sql`e.updated_at >= ${from}::timestamptz`] : []),
    ...(chain?.length ? [Prisma.sql`e.chain_id = ANY(ARRAY(${named}))`] : []),
  ]
}

type Cursor = ReturnType<typeof cursors.decode>

function keyValue(row: ExecutionRow, sort: Sort): string | number | null {
  if (sort === 'newest') return row.updatedAt.toISOString()
  if (sort === 'attempts') return row.scores.length
  return sort === 'gain' ? row.gain : row.expectedGain
}

/** Condition for the rows after a cursor: lower keys, then equal keys by chain and key, then rows without the key. */
function after({ sort, value, chainId, key }: Cursor): Prisma.Sql {
  const behind = Prisma.sql`(e.chain_id, e.key) > (${chainId}::uuid, ${key})`
  const by = KEYS[sort]
  if (value === null) return Prisma.sql`${by} IS NULL AND ${behind}`
  const at = typeof value === 'string' ? Prisma.sql`${value}::timestamptz` : Prisma.sql`${value}::float8`
  const lower = Prisma.sql`(${by} < ${at} OR ${by} = ${at} AND ${behind})`
  return sort === 'newest' || sort === 'attempts'
    ? Prisma.sql`${by} <= ${at} AND ${lower}`
    : Prisma.sql`(${lower} OR ${by} IS NULL)`
}

/** @throws invalid_input naming `cursor` when it is malformed or belongs to another sort */
function decode(text: string, sort: Sort): Cursor {
  const cursor = cursors.decode(text)
  if (cursor.sort !== sort || (typeof cursor.value === 'string') !== (sort === 'newest'))
    throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}

/** Finds the execution with that key in a chain; null when no run named it. */
export async function findExecution(db: Db | Tx, projectId: string, chainId: string, key: string) {
  const rows = await db.$queryRaw<ExecutionRow[]>`
    SELECT ${COLUMNS} FROM execution e ${namesOf(projectId)}
    WHERE e.project_id = ${projectId}::uuid AND e.chain_id = ${chainId}::uuid AND e.key = ${key}`
  const [view] = await toExecutionViews(db, projectId, rows)
  return view ?? null
}

type ExecutionRow = Pick<
  Execution,
  'key' | 'state' | 'action' | 'bestAttempt' | 'bestScore' | 'gain' | 'expectedGain' | 'decision' | 'updatedAt'
> & {
  chain: string
  version: string
  scores: AttemptScore[]
}

/**
 * Adds the threshold stamped on the newest attempt when its profile sets one. Looked up by ids, which restricts the scan to
 * their months.
 */
async function toExecutionViews(db: Db | Tx, projectId: string, rows: readonly ExecutionRow[]) {
  const newest = rows.flatMap(({ scores }) => scores.at(-1)?.runId ?? [])
  const stamped =
    newest.length === 0
      ? []
      : await db.$queryRaw<{ runId: string; acceptFrom: number | null }[]>`
          SELECT DISTINCT ON (g.run_id) g.run_id AS "runId", (g.breakdown ->> 'threshold')::float8 AS "acceptFrom"
          FROM run_summary s JOIN score g ON g.project_id = s.project_id AND g.run_id = s.id AND g.series = 'gaff'
          WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${newest}::uuid[]) AND g.run_id = ANY(${newest}::uuid[])
            AND s.basis = 'quality' AND s.profile = 'gaff'
          ORDER BY g.run_id, g.revision DESC`
  const thresholds = new Map(stamped.map(({ runId, acceptFrom }) => [runId, acceptFrom]))
  return rows.map((row) =>
    toExecutionView({ ...row, acceptFrom: thresholds.get(row.scores.at(-1)?.runId ?? '') ?? null }),
  )
}

/** Maps an execution to its API view. `best` is the earliest attempt with the highest score, null while nothing is scored. */
function toExecutionView(row: ExecutionRow & { acceptFrom: number | null }): ExecutionView {
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
