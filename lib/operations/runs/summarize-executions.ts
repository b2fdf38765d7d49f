import { summarizeExecutions as contract } from '@/lib/contracts/executions'
import { convergenceState } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import { attemptWorth, MIN_ATTEMPTS } from '@/lib/engine/judgement/attempt-worth'
import { operation } from '../operation'
import { startOfRange } from '../rollups/period'
import { ofChainsAndTime } from './list-executions'

/** Only the newest executions are summarized, to bound the cost of the page. */
const LOOKED = 500
const MAX_CHAINS = 30

type Row = {
  chain: string
  state: string
  decision: string
  updatedAt: Date
  scores: { attempt: number; score: number | null }[]
  acceptedAt: number | null
  laterRuns: number
  tokens: number
  tokensKnown: number
  costUsd: number
  costKnown: number
  durationMs: number
  durationKnown: number
}

/** Summarizes how retries paid off in the newest executions, from their scores and the summaries of their attempts, each read by key. */
export const summarizeExecutions = operation(contract, async (ctx, { range, chain }) => {
  const from = range ? startOfRange(range, ctx.now()) : null
  const later = Prisma.sql`x.attempt > e.best_attempt`
  const found = await ctx.db.$queryRaw<Row[]>`
    WITH e AS MATERIALIZED (
      SELECT e.chain_id, e.key, e.state, e.decision, e.scores, e.best_attempt, e.updated_at FROM execution e
      WHERE ${Prisma.join(ofChainsAndTime(ctx, { chain, from }), ' AND ')} ORDER BY e.updated_at DESC LIMIT ${LOOKED + 1})
    SELECT c.name AS chain, e.state, e.decision, e.updated_at AS "updatedAt", e.scores, a.*
    FROM e JOIN chain c ON c.project_id = ${ctx.project.id}::uuid AND c.id = e.chain_id
    CROSS JOIN LATERAL (
      SELECT min(x.attempt) FILTER (WHERE s.decision = 'accept') AS "acceptedAt",
        (count(*) FILTER (WHERE ${later}))::int AS "laterRuns",
        coalesce(sum(s.tokens) FILTER (WHERE ${later}), 0) AS tokens, (count(s.tokens) FILTER (WHERE ${later}))::int AS "tokensKnown",
        coalesce(sum(s.cost_usd) FILTER (WHERE ${later}), 0) AS "costUsd", (count(s.cost_usd) FILTER (WHERE ${later}))::int AS "costKnown",
        coalesce(sum(s.duration_ms) FILTER (WHERE ${later}), 0) AS "durationMs",
        (count(s.duration_ms) FILTER (WHERE ${later}))::int AS "durationKnown"
      FROM jsonb_to_recordset(e.scores) AS x("runId" uuid, attempt int)
      JOIN run_summary s ON s.project_id = ${ctx.project.id}::uuid AND s.id = x."runId") a
    ORDER BY e.updated_at DESC`
  const rows = found.slice(0, LOOKED)
  const notAccepted = rows.filter(({ acceptedAt }) => acceptedAt === null)
  const numbered = rows.filter(isNumbered)
  return {
    looked: rows.length,
    isAll: found.length <= LOOKED,
    since: rows.at(-1)?.updatedAt.toISOString() ?? null,
    states: statesOf(rows),
    accepted: acceptedBy(numbered),
    unnumbered: rows.length - numbered.length,
    never: notAccepted.length,
    keptBest: notAccepted.filter(({ decision }) => decision === 'accept_best').length,
    afterBest: costAfterBest(rows),
    needs: MIN_ATTEMPTS,
    chains: worthByChain(rows),
  }
})

function statesOf(rows: readonly Row[]) {
  const several = Map.groupBy(
    rows.filter(({ scores }) => scores.length > 1),
    ({ state }) => state,
  )
  return convergenceState.options.map((state) => ({ state, count: several.get(state)?.length ?? 0 }))
}

/** Whether no other attempt has the number of the accepted one. Several have it if none is sent, and which of them came first is not known. */
const isNumbered = ({ scores, acceptedAt }: Row) =>
  acceptedAt === null || scores.filter(({ attempt }) => attempt === acceptedAt).length === 1

function acceptedBy(rows: readonly Row[]) {
  const counts = Map.groupBy(rows, ({ acceptedAt }) => acceptedAt)
  return [...counts]
    .flatMap(([attempt, own]) => (attempt === null ? [] : [{ attempt, count: own.length }]))
    .sort((a, b) => a.attempt - b.attempt)
}

function costAfterBest(rows: readonly Row[]) {
  const wentOn = rows.filter(({ laterRuns }) => laterRuns > 0)
  const sum = (of: (row: Row) => number) => wentOn.reduce((total, row) => total + of(row), 0)
  return {
    executions: wentOn.length,
    runs: sum(({ laterRuns }) => laterRuns),
    tokens: { sum: sum(({ tokens }) => tokens), n: sum(({ tokensKnown }) => tokensKnown) },
    costUsd: { sum: sum(({ costUsd }) => costUsd), n: sum(({ costKnown }) => costKnown) },
    durationMs: { sum: sum(({ durationMs }) => durationMs), n: sum(({ durationKnown }) => durationKnown) },
    allRuns: rows.reduce((total, { scores }) => total + scores.length, 0),
  }
}

/** The scores by attempt number; an attempt that never arrived has none. */
function seriesOf({ scores }: Row): (number | null)[] {
  const byAttempt = new Map(scores.map(({ attempt, score }) => [attempt, score]))
  return Array.from({ length: Math.max(...byAttempt.keys()) }, (_, place) => byAttempt.get(place + 1) ?? null)
}

/** Chains with the most retried executions first. */
function worthByChain(rows: readonly Row[]) {
  const several = rows.filter(({ scores }) => scores.length > 1)
  return [...Map.groupBy(several, ({ chain }) => chain)]
    .map(([chain, own]) => ({
      chain,
      executions: own.length,
      attempts: attemptWorth(own.map(seriesOf)),
    }))
    .sort((a, b) => b.executions - a.executions || (a.chain < b.chain ? -1 : 1))
    .slice(0, MAX_CHAINS)
}
