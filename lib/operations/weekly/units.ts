import type { WeeklyUnit } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { trendOf } from '@/lib/engine/weekly/failure-trend'
import { meanOfScores } from '../overview/sums'
import { NO_UNIT_SUMS, type UnitSums } from '../rollups/runs'
import { judgePairs, toWeeklyShare } from './chains'
import type { WeekPeriod } from './period'

/** Maximum units judged, those with the most runs; bounded because clients choose node names freely. */
const MAX_JUDGED = 5000
const MAX_LISTED = 50
/** Weeks whose shares of nodes with output or tokens differ by more than this are not compared. */
const MAX_SHIFT = 0.2

type UnitRow = { chain: string; unit: string; current: UnitSums; previous: UnitSums }
/** Of a week without runs of the unit there are no sums. */
type FoundUnit = Pick<UnitRow, 'chain' | 'unit'> & { [Week in 'current' | 'previous']: UnitSums | null }

/**
 * Judges the units of a week against the week before, from the rollups, without candidates; flagged ones first, then those with
 * the clearest changes.
 */
export async function loadWeekUnits(
  db: Db | Tx,
  projectId: string,
  { from, to, previousFrom }: WeekPeriod,
): Promise<Pick<WeeklyReport, 'units'> & { unitTotals: NonNullable<WeeklyReport['unitTotals']> }> {
  const rows = await db.$queryRaw<FoundUnit[]>`
    WITH sums AS (
      SELECT r.chain_id, r.unit, r.hour >= ${from}::timestamptz AS is_current, sum(r.scored)::int AS scored, sum(r.failed)::int AS failed,
        sum(r.with_output)::int AS with_output, sum(r.with_tokens)::int AS with_tokens, sum(r.score_sum) AS score_sum,
        sum(r.score_squares) AS score_squares
      FROM rollup_unit r JOIN chain_version v ON v.project_id = r.project_id AND v.id = r.version_id AND v.state <> 'candidate'
      WHERE r.project_id = ${projectId}::uuid AND r.hour >= ${previousFrom}::timestamptz AND r.hour < ${to}::timestamptz
      GROUP BY 1, 2, 3),
    sides AS (
      SELECT chain_id, unit, is_current, scored, jsonb_build_object('scored', scored, 'failed', failed, 'withOutput', with_output,
        'withTokens', with_tokens, 'scoreSum', score_sum, 'scoreSquares', score_squares) AS sums FROM sums WHERE scored > 0)
    SELECT c.name AS chain, coalesce(n.unit, p.unit) AS unit, n.sums AS current, p.sums AS previous
    FROM (SELECT * FROM sides WHERE is_current) n
    FULL JOIN (SELECT * FROM sides WHERE NOT is_current) p ON p.chain_id = n.chain_id AND p.unit = n.unit
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = coalesce(n.chain_id, p.chain_id)
    ORDER BY coalesce(n.scored, 0) + coalesce(p.scored, 0) DESC, 1, 2 LIMIT ${MAX_JUDGED}`
  const units = judgeUnits(
    rows.map((row) => ({ ...row, current: row.current ?? NO_UNIT_SUMS, previous: row.previous ?? NO_UNIT_SUMS })),
  )
  return {
    units: units.slice(0, MAX_LISTED),
    unitTotals: {
      units: units.filter(({ failed }) => failed.of > 0).length,
      flagged: units.filter(({ flags }) => flags.length > 0).length,
    },
  }
}

function judgeUnits(rows: readonly UnitRow[]): WeeklyUnit[] {
  const pairs = rows.map((row) => {
    const isComparable = tellsAlike(row)
    const previous = sampleOf(row.previous)
    return {
      row,
      isComparable,
      before: previous,
      previous: isComparable ? previous : null,
      current: sampleOf(row.current),
    }
  })
  const judged = judgePairs(pairs)
  return pairs
    .flatMap((pair, place) => {
      const judgement = judged[place]
      return judgement ? [{ ...pair, ...judgement }] : []
    })
    .sort(
      (a, b) =>
        Number(b.flags.length > 0) - Number(a.flags.length > 0) ||
        a.p - b.p ||
        b.row.current.failed - a.row.current.failed,
    )
    .map(({ row, current, before, change, flags, isComparable }) => ({
      chain: row.chain,
      node: row.unit,
      failed: toWeeklyShare(row.current.failed, row.current.scored),
      previous: toWeeklyShare(row.previous.failed, row.previous.scored),
      trend: trendOf(rateOf(row.previous), rateOf(row.current)),
      score: { current: meanOfScores(current), previous: meanOfScores(before), change, isComparable },
      flags,
    }))
}

function tellsAlike({ current, previous }: UnitRow): boolean {
  if (current.scored === 0 || previous.scored === 0) return true
  const shift = (part: 'withOutput' | 'withTokens') =>
    Math.abs(current[part] / current.scored - previous[part] / previous.scored)
  return shift('withOutput') <= MAX_SHIFT && shift('withTokens') <= MAX_SHIFT
}

const sampleOf = ({ scored, scoreSum, scoreSquares }: UnitSums): Sample | null =>
  sampleOfSums(scored, scoreSum, scoreSquares)
const rateOf = ({ failed, scored }: UnitSums) => ({ n: failed, of: scored })
