import type { WeeklyUnit } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { meanOfScores } from '@/lib/engine/stats/intervals'
import { settleFlags } from '@/lib/engine/weekly/compare-weeks'
import { trendOf } from '@/lib/engine/weekly/failure-trend'
import type { WeekPair } from '@/lib/engine/weekly/week-prior'
import { NO_UNIT_SUMS, type UnitSums } from '../rollups/units'
import { toWeeklyShare } from './chains'
import { judgePairs, toChangeView } from './judge-pairs'
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
    WITH counted AS (
      SELECT r.chain_id, r.unit, r.hour >= ${from}::timestamptz AS is_current, r.scored, r.failed, r.with_output, r.with_tokens, r.score_sum,
        r.score_squares
      FROM rollup_unit r
      WHERE r.project_id = ${projectId}::uuid AND r.hour >= ${previousFrom}::timestamptz AND r.hour < ${to}::timestamptz
        AND r.version_id NOT IN (SELECT v.id FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.state = 'candidate')),
    units AS (
      SELECT chain_id, unit, sum(scored) AS runs, ${sumsOf(true)}, ${sumsOf(false)} FROM counted GROUP BY 1, 2 HAVING sum(scored) > 0)
    SELECT c.name AS chain, u.unit, ${sideOf(true)}, ${sideOf(false)}
    FROM units u JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = u.chain_id
    ORDER BY u.runs DESC, 1, 2 LIMIT ${MAX_JUDGED}`
  const units = judgeUnits(
    rows.map((row) => ({ ...row, current: row.current ?? NO_UNIT_SUMS, previous: row.previous ?? NO_UNIT_SUMS })),
  )
  return {
    units: units.slice(0, MAX_LISTED).map(({ pair, ...unit }) => ({ ...unit, flags: settleFlags(unit.flags, pair) })),
    unitTotals: {
      units: units.filter(({ failed }) => failed.of > 0).length,
      flagged: units.filter(({ flags }) => flags.length > 0).length,
    },
  }
}

const UNIT_COLUMNS = Object.entries({
  scored: 'scored',
  failed: 'failed',
  withOutput: 'with_output',
  withTokens: 'with_tokens',
  scoreSum: 'score_sum',
  scoreSquares: 'score_squares',
})
const nameOf = (isCurrent: boolean) => (isCurrent ? 'current' : 'previous')

/** The sums of each unit in one of the weeks. */
function sumsOf(isCurrent: boolean): Prisma.Sql {
  const of = isCurrent ? 'is_current' : 'NOT is_current'
  const sums = UNIT_COLUMNS.map(([, column]) => `sum(${column}) FILTER (WHERE ${of}) AS ${nameOf(isCurrent)}_${column}`)
  return Prisma.raw(sums.join(', '))
}

/** The same of those that are judged, as JSON; null without runs. */
function sideOf(isCurrent: boolean): Prisma.Sql {
  const week = nameOf(isCurrent)
  const sums = UNIT_COLUMNS.map(([name, column]) => `'${name}', u.${week}_${column}`)
  return Prisma.raw(`CASE WHEN u.${week}_scored > 0 THEN jsonb_build_object(${sums.join(', ')}) END AS ${week}`)
}

function judgeUnits(rows: readonly UnitRow[]): (WeeklyUnit & { pair: WeekPair })[] {
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
    .map(({ row, current, previous, before, change, flags, isComparable }) => ({
      pair: { previous, current },
      chain: row.chain,
      node: row.unit,
      failed: toWeeklyShare(row.current.failed, row.current.scored),
      previous: toWeeklyShare(row.previous.failed, row.previous.scored),
      trend: trendOf(rateOf(row.previous), rateOf(row.current)),
      score: {
        current: meanOfScores(current),
        previous: meanOfScores(before),
        change: change && toChangeView(change),
        isComparable,
      },
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
