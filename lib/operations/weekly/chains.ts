import { automatedEvaluators } from '@/lib/contracts/evaluators'
import type { WeeklyChain, WeeklyFlag, WeeklyMean, WeeklyShare } from '@/lib/contracts/weekly/compared'
import { LISTED_CHAINS, type WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import {
  commonFactors,
  judgedCounts,
  measuredFactors,
  summariseMeasured,
  type TraceFactor,
} from '@/lib/engine/regression/measured-factors'
import { poolSamples, type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { benjaminiHochberg, meanOfScores, wilsonInterval } from '@/lib/engine/stats/intervals'
import { confidenceFallOf, MIN_RUNS, settleFlags, testChange } from '@/lib/engine/weekly/compare-weeks'
import { type WeekPair, weekPriorOf } from '@/lib/engine/weekly/week-prior'
import { runInTurns } from '../turns'
import { onlyOf, weighSides } from '../versions/alike'
import { COMPARED_RUNS } from '../versions/compared'
import { loadEnginesOfWeeks } from '../versions/engines'
import { loadEvaluatorsAlone } from '../versions/evaluators-alone'
import { isMoved, type JudgedChange, judgeEach, toChangeView } from './judge-pairs'
import type { WeekPeriod } from './period'
import { addWeekSums, type ChainSums, countsOf, judgedSample, splitSample, type WeekSums } from './sums'

/** A judged chain; what takes long and is only shown of listed chains is left to {@link listChains}. */
type JudgedChain = Omit<WeeklyChain, 'current' | 'previous' | 'change'> & {
  current: Pick<WeeklyMean, 'mean'>
  change: JudgedChange | null
  pair: WeekPair
  level: WeekPair
}

/** Judges the chains of a week against the week before and among each other; those with the clearest changes first. */
export async function judgeChains(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  chains: readonly ChainSums[],
): Promise<JudgedChain[]> {
  const confidence = await loadConfidenceWeeks(db, projectId, period, chains)
  const pairs = await pairChains(db, projectId, period, chains, confidence)
  const judged = await runInTurns(judgeEach(pairs))
  const rows = pairs.map(({ sums, level, comparedOn, previous: before, current: now }, place) => {
    const { previous = null, current = null } = confidence.get(sums.chainId) ?? {}
    const { p, ...judgement } = judged[place] ?? { change: null, flags: [], p: 2 }
    const row: JudgedChain = {
      pair: { previous: before, current: now },
      level,
      chain: sums.chain,
      runs: sums.current.runs,
      failedRuns: sums.current.failedRuns,
      current: { mean: level.current?.mean ?? null },
      measured: summariseMeasured(countsOf(sums.current), sums.current.scored),
      ...judgement,
      comparedOn: judgement.change && comparedOn,
      confidenceFall: confidenceFallOf(previous, current),
    }
    return { p, row }
  })
  return rows.sort((a, b) => a.p - b.p || (a.row.chain < b.row.chain ? -1 : 1)).map(({ row }) => row)
}

/** The chains that a report lists, in their order. */
export function listChains(chains: readonly JudgedChain[]): WeeklyChain[] {
  const noiseOf = ({ flags }: JudgedChain) => Math.min(...flags.map(({ noise }) => noise ?? 2))
  const flagged = chains.filter(({ flags }) => flags.length > 0).sort((a, b) => noiseOf(a) - noiseOf(b))
  const listed = new Set([...chains.slice(0, LISTED_CHAINS), ...flagged.slice(0, LISTED_CHAINS)])
  return chains
    .filter((chain) => listed.has(chain))
    .map(({ pair, level, change, flags, ...chain }) => ({
      ...chain,
      current: meanOfScores(level.current),
      previous: meanOfScores(level.previous),
      change: change && toChangeView(change),
      flags: settleFlags(flags, pair),
    }))
}

type ChainPair = WeekPair & { sums: ChainSums; level: WeekPair; comparedOn: string[] | null }

/**
 * Both weeks of each chain. `level`: samples of the runs measured enough to be judged. `previous` and `current`: what the weeks
 * are compared by, which is all live runs, or the runs rescored on common factors if the weeks were measured on different ones; where
 * the score is the confidence, that of the evaluators alone. Only the latter two read runs, by index.
 */
async function pairChains(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  chains: readonly ChainSums[],
  confidence: ReadonlyMap<string, WeekPair>,
): Promise<ChainPair[]> {
  const pairs = chains.map((sums) => {
    const { current, previous, traceWeights } = sums
    const common = commonFactors(countsOf(previous), countsOf(current))
    const level = { previous: judgedSample(previous), current: judgedSample(current) }
    const isTooLittle = !level.previous || !level.current
    return {
      sums,
      level,
      common,
      comparedOn: common ?? (isTooLittle ? measuredFactors(countsOf(current)) : null),
      previous: splitSample(previous, traceWeights),
      current: splitSample(current, traceWeights),
    }
  })
  const unlike = pairs.flatMap(({ sums, common }) => (common ? [{ sums, factors: common }] : []))
  const samples = await weighWeeks(db, projectId, 'chain', period, unlike)
  return pairs.map(({ common, ...pair }) => {
    const { chainId, profile } = pair.sums
    if (profile !== 'confidence') return common ? { ...pair, ...samples.get(chainId) } : pair
    return { ...pair, ...NEITHER, ...confidence.get(chainId), comparedOn: [...automatedEvaluators] }
  })
}

const NEITHER: WeekPair = { previous: null, current: null }

type Unlike = { sums: ChainSums; factors: readonly TraceFactor[] }

/** Both weeks of these chains, rescored on these factors, by chain id. */
async function weighWeeks(
  db: Db | Tx,
  projectId: string,
  by: 'chain' | 'judgedChain',
  { from, to, previousFrom }: WeekPeriod,
  unlike: readonly Unlike[],
): Promise<Map<string, WeekPair>> {
  if (unlike.length === 0) return new Map()
  const sides = unlike.flatMap(({ sums, factors }) => {
    const side = { id: sums.chainId, weights: onlyOf(sums.traceWeights, factors) }
    return [
      { ...side, from: previousFrom, to: from },
      { ...side, from, to },
    ]
  })
  const samples = await weighSides(db, projectId, by, sides)
  return new Map(
    unlike.map(({ sums }, place) => [
      sums.chainId,
      { previous: samples[2 * place] ?? null, current: samples[2 * place + 1] ?? null },
    ]),
  )
}

/** Totals of all chains, over the runs measured enough to be judged. */
export async function totalsOf(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  chains: readonly ChainSums[],
): Promise<WeeklyReport['totals']> {
  const current = addWeekSums(chains.map((chain) => chain.current))
  const previous = addWeekSums(chains.map((chain) => chain.previous))
  const [now, before] = [judgedSample(current), judgedSample(previous)]
  const comparedOn = commonFactors(
    judgedCounts(countsOf(previous), previous.scored),
    judgedCounts(countsOf(current), current.scored),
  )
  const compared = comparedOn
    ? await weighWeeks(
        db,
        projectId,
        'judgedChain',
        period,
        chains.map((sums) => ({ sums, factors: comparedOn })),
      )
    : null
  const pooled = (week: keyof WeekPair) =>
    [...(compared?.values() ?? [])]
      .flatMap((pair): Sample[] => (pair[week] ? [pair[week]] : []))
      .reduce<Sample | null>((sum, sample) => (sum ? poolSamples(sum, sample) : sample), null)
  const ofAll = compared && { previous: pooled('previous'), current: pooled('current') }
  const change = ofAll ? testChange(ofAll.previous, ofAll.current) : testChange(before, now)
  const standsOut = change !== null && !change.isTooFew && benjaminiHochberg([change.p]).includes(true)
  const beyondNoise = standsOut && isMoved(ofAll ?? splitTotals(chains, { previous, current }), beliefOf(chains))
  return {
    runs: current.runs,
    previousRuns: previous.runs,
    failed: toWeeklyShare(current.failedRuns, current.runs),
    reviewed: toWeeklyShare(current.humanReviewed, current.runs),
    flaggedRuns: current.flagged,
    current: meanOfScores(now),
    previous: meanOfScores(before),
    measured: summariseMeasured(countsOf(current), current.scored),
    change: change && toChangeView({ ...change, beyondNoise }),
    comparedOn: change && comparedOn,
    engines: await loadEnginesOfWeeks(db, projectId, period),
    confidence: { current: meanConfidence(current), previous: meanConfidence(previous), n: current.confidenceCount },
  }
}

/** What a change of a mean is expected to be, learned from those of these chains. */
const beliefOf = (chains: readonly ChainSums[]) =>
  weekPriorOf(
    chains.map(({ previous, current, traceWeights }) => ({
      previous: splitSample(previous, traceWeights),
      current: splitSample(current, traceWeights),
    })),
  )

/** Both weeks of these chains together, given their sums, with conformance separated if all of them weigh it equally. */
function splitTotals(
  chains: readonly ChainSums[],
  { previous, current }: Pick<ChainSums, 'previous' | 'current'>,
): WeekPair {
  const [weights, ...others] = new Set(chains.map(({ traceWeights }) => traceWeights))
  const isShared = others.every((other) => JSON.stringify(other) === JSON.stringify(weights))
  if (!weights || !isShared) return { previous: judgedSample(previous), current: judgedSample(current) }
  return { previous: splitSample(previous, weights), current: splitSample(current, weights) }
}

const meanConfidence = ({ confidenceCount: n, confidenceSum: sum }: WeekSums) => (n > 0 ? sum / n : null)

/** How many of these flags are expected as noise; null if no probability is known. */
export function expectedNoise(flags: readonly WeeklyFlag[]): number | null {
  const known = flags.flatMap(({ noise }) => (noise === null ? [] : [noise]))
  return known.length > 0 ? known.reduce((sum, noise) => sum + noise, 0) : null
}

/** `n` of `of` with its Wilson interval. No share when `of` is 0 or `n` exceeds it (two nodes of one name). */
export function toWeeklyShare(n: number, of: number): WeeklyShare {
  if (of <= 0 || n > of) return { n, of, share: null, interval: null }
  return { n, of, share: n / of, interval: wilsonInterval(n, of) }
}

type Row = { chainId: string; isCurrent: boolean; n: number; sum: number; squares: number }

/**
 * The confidence by the evaluators alone of both weeks of those of these chains, by chain id, whose score it is or that have enough runs
 * for a fall of it, from the newest live runs of each. Candidates are left out without a join, which would sort every run of the week.
 */
async function loadConfidenceWeeks(
  db: Db | Tx,
  projectId: string,
  { from, to, previousFrom }: WeekPeriod,
  chains: readonly ChainSums[],
): Promise<Map<string, WeekPair>> {
  const ids = chains
    .filter(({ profile, current, previous }) => {
      const least = Math.min(current.confidenceCount, previous.confidenceCount)
      return least >= (profile === 'confidence' ? 1 : MIN_RUNS)
    })
    .map(({ chainId }) => chainId)
  if (ids.length === 0) return new Map()
  const { confidence } = await loadEvaluatorsAlone(db, projectId)
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id AS "chainId", w.is_current AS "isCurrent", count(s.confidence)::int AS n,
      coalesce(sum(s.confidence), 0)::float8 AS sum, coalesce(sum(s.confidence * s.confidence), 0)::float8 AS squares
    FROM unnest(${ids}::uuid[]) AS c(id)
    CROSS JOIN (VALUES (true, ${from}::timestamptz, ${to}::timestamptz), (false, ${previousFrom}::timestamptz, ${from}::timestamptz))
      AS w(is_current, since, until)
    CROSS JOIN LATERAL (
      SELECT ${confidence} AS confidence FROM run_summary r
      WHERE r.project_id = ${projectId}::uuid AND r.chain_id = c.id AND r.kind = 'live' AND r.status <> 'running'
        AND r.occurred_at >= w.since AND r.occurred_at < w.until AND r.version_id NOT IN (
          SELECT v.id FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.state = 'candidate')
      ORDER BY r.occurred_at DESC, r.id DESC LIMIT ${COMPARED_RUNS}) s
    GROUP BY 1, 2`
  const pairs = new Map<string, WeekPair>()
  for (const { chainId, isCurrent, n, sum, squares } of rows)
    pairs.set(chainId, {
      ...(pairs.get(chainId) ?? NEITHER),
      [isCurrent ? 'current' : 'previous']: sampleOfSums(n, sum, squares),
    })
  return pairs
}
