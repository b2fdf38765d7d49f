import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/score-confidence'
import { GAFF_WEIGHTS } from '@/lib/engine/quality-check/gaff-profile'
import { GRADES } from '@/lib/engine/quality-check/score-performance'
import { limitText } from '@/lib/engine/score-text'
import { BANDS } from '@/lib/engine/trace/band'
import { TRACE_WEIGHTS } from '@/lib/engine/trace/score-trace'
import { promised } from './shapes'
import { drawSql } from './tables'

const EPSILON = 1e-9
const BUDGET = promised.criteria.performance_budget?.tokens ?? 0
const d = (salt: number) => drawSql('i', salt)
const { self, peer, downstream } = CONFIDENCE_WEIGHTS
const everyWeight = Object.values(CONFIDENCE_WEIGHTS).reduce((sum, weight) => sum + weight, 0)

/** Formats the score `s` as the engine does: with two decimals, or with more if it would read on the other side of the threshold. */
function shown(threshold: number): Prisma.Sql {
  const line = threshold - EPSILON
  const rounded = (decimals: number) => Prisma.raw(`round(s::numeric, ${decimals})`)
  const stays = (decimals: number) =>
    Prisma.sql`(${rounded(decimals)}::float8 >= ${line}::float8) = (s >= ${line}::float8)`
  return Prisma.sql`CASE WHEN ${stays(2)} THEN ${rounded(2)} WHEN ${stays(3)} THEN ${rounded(3)} ELSE ${rounded(4)} END::text`
}

/** Score below which the first attempt is not repeated. */
const FUNDAMENTAL = 0.3

/** Returns a CASE that maps a score to a name; `rungs` are sorted best first, each from its lowest score. */
function ladder(score: string, rungs: readonly { name: string; scoreMin: number }[]): Prisma.Sql {
  const steps = rungs.map(({ name, scoreMin }) => `WHEN ${score} >= ${scoreMin - EPSILON} THEN '${name}'`)
  return Prisma.raw(`CASE ${steps.join(' ')} END`)
}

const grades = GRADES.map(({ grade: name, scoreMin }) => ({ name, scoreMin }))
const bands = BANDS.map(({ band: name, scoreMin }) => ({ name, scoreMin }))

/**
 * Judges the drawn runs into the temporary table `judged` with the engine's formulas in SQL: scores, signals, confidence, decision and
 * flag. A test compares both implementations.
 */
export async function judgeRuns(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE judged ON COMMIT DROP AS
    WITH measured AS (
      SELECT *, tokens_in + tokens_out AS tokens, tokens_out::float8 / (tokens_in + tokens_out) AS efficiency,
        least(1, ${BUDGET}::float8 / (tokens_in + tokens_out)) AS performance,
        (tokens_in * 1.0 + tokens_out * 4.0) / 1e6 AS cost_usd
      FROM facts
    ), scored AS (
      SELECT *,
        ${TRACE_WEIGHTS.conformance} * conformance + ${TRACE_WEIGHTS.completeness} * completeness + ${TRACE_WEIGHTS.efficiency} * efficiency AS stratt,
        ${GAFF_WEIGHTS.completeness} * gaff_completeness + ${GAFF_WEIGHTS.accuracy} * accuracy + ${GAFF_WEIGHTS.performance} * performance AS gaff
      FROM measured
    ), signalled AS (
      SELECT *,
        CASE WHEN fault = 0 AND ${d(15)} < 0.7 THEN least(1, greatest(0, stratt + 0.25 * (${d(16)} - 0.3))) END AS self,
        CASE WHEN fault = 0 AND ${d(17)} < 0.6 THEN least(1, greatest(0, stratt + 0.2 * (${d(18)} - 0.5))) END AS peer,
        CASE WHEN fault = 0 AND ${d(19)} < 0.5 THEN CASE WHEN stratt + 0.3 * (${d(20)} - 0.5) >= 0.7 THEN 1 ELSE 0.3 END::float8 END AS downstream
      FROM scored
    ), heard AS (
      SELECT *,
        CASE WHEN self IS NULL THEN 0 ELSE ${self}::float8 END + CASE WHEN peer IS NULL THEN 0 ELSE ${peer}::float8 END
          + CASE WHEN downstream IS NULL THEN 0 ELSE ${downstream}::float8 END AS weight,
        ${self}::float8 * coalesce(self, 0) + ${peer}::float8 * coalesce(peer, 0) + ${downstream}::float8 * coalesce(downstream, 0) AS weighted
      FROM signalled
    ), based AS (
      SELECT *, CASE WHEN weight > 0 THEN weighted / weight END AS confidence, weight / ${everyWeight}::float8 AS coverage,
        CASE WHEN peer IS NULL AND downstream IS NULL THEN 'quality' ELSE 'confidence' END AS basis
      FROM heard
    ), asked AS (
      SELECT *, CASE WHEN basis = 'confidence' THEN confidence ELSE stratt END AS s, cardinality(blockers) > 0 AS blocked FROM based
    ), decided AS (
      SELECT *,
        CASE WHEN s >= ${ACCEPT_THRESHOLD - EPSILON} AND NOT blocked THEN 'accept' WHEN attempt = 1 AND s < ${FUNDAMENTAL - EPSILON} THEN 'escalate'
          WHEN attempt < 3 THEN 'iterate' ELSE 'escalate' END AS decision,
        CASE WHEN s < ${ACCEPT_THRESHOLD - EPSILON} THEN 'A score of ' || ${shown(ACCEPT_THRESHOLD)} || ' is below the threshold of ${Prisma.raw(limitText(ACCEPT_THRESHOLD))}, and '
          ELSE 'Blocked: ' || regexp_replace(array_to_string(blockers, '; '), '([^.!?"”’»)])$', '\\1.') || ' ' END AS fault_words,
        CASE attempt WHEN 1 THEN '2 attempts are' WHEN 2 THEN 'one attempt is' ELSE 'no attempts are' END AS left_words
      FROM asked
    )
    SELECT *, ${ladder('gaff', grades)} AS grade, ${ladder('stratt', bands)} AS band,
      CASE WHEN decision <> 'escalate' THEN NULL WHEN attempt = 1 THEN 'fundamental' WHEN s >= ${0.5 - EPSILON} THEN 'marginal' ELSE 'rejected' END AS decision_kind,
      CASE WHEN decision = 'accept' THEN 'A score of ' || ${shown(ACCEPT_THRESHOLD)} || ' meets the threshold of ${Prisma.raw(limitText(ACCEPT_THRESHOLD))}.'
        WHEN decision = 'escalate' AND attempt = 1 THEN 'The first attempt scored ' || ${shown(FUNDAMENTAL)} || ', below ${Prisma.raw(limitText(FUNDAMENTAL))}: the approach itself may be wrong, so a person decides.'
        ELSE fault_words || CASE WHEN fault_words LIKE 'Blocked%' THEN upper(left(left_words, 1)) || substr(left_words, 2) ELSE left_words END || ' left.'
          || CASE WHEN decision = 'escalate' THEN ' A person decides.' ELSE '' END END AS reason,
      CASE WHEN kind = 'dry_run' THEN NULL WHEN status = 'failed' THEN 'failed' WHEN blocked THEN 'blocked' WHEN decision = 'escalate' THEN 'escalated'
        WHEN abs(peer - downstream) >= ${0.5 - EPSILON} THEN 'apart' WHEN ${ladder('stratt', bands)} = 'poor' THEN 'poor' END AS flag
    FROM decided`
}
