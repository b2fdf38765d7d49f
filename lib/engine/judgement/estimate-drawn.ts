import type { LackingVerdicts } from '@/lib/contracts/true-share-good'
import { InputCheck } from '../input-error'
import { poolSamples, type Sample, sampleOf } from '../stats/descriptive'
import { clamp01 } from '../tolerance'
import {
  correlationOf,
  estimateQualityOfSums,
  intervalOf,
  LEVEL,
  pooled,
  type QualityEstimate,
  type QualitySums,
  requireJudged,
  STRATUM_VERDICTS_MIN,
  usingScores,
} from './estimate-quality'
import type { JudgedScore, Moments } from './powered-mean'
import { poweredWeightedMean, type WeightedGroup, weightedMean } from './weighted-mean'

/** Drawn runs that reviewers get alike, drawn with one probability. */
export interface DrawnStratum<J = JudgedScore> {
  /** Chain or version. */
  part: string
  /** Rank at which reviewers get these runs before others; 0 for those that only the draw brings to them, in random order. */
  urgency: number
  /** Probability of the draw, in (0, 1]. */
  probability: number
  /** Number of runs drawn, judged or not. */
  drawn: number
  judged: readonly J[]
}

/** Runs of one probability that stand for this share of all runs must have a verdict. Verdicts on others do not speak for them. */
const SILENT_SHARE = 0.1

interface DrawnEstimate {
  /** Null if any kind of drawn runs lacks verdicts. */
  estimate: QualityEstimate | null
  lacking: LackingVerdicts[]
  /** Number of runs that the draw stands for, Σ 1 / probability (Horvitz & Thompson 1952), and its standard error. */
  standsFor: number
  error: number
}

/**
 * Estimates the true share of good runs from runs drawn at random, of which reviewers have judged some: urgent ones first. Each judged run
 * is weighted by the inverse of its probability to be drawn and judged, the latter being the judged share of its stratum.
 * @throws {EngineInputError} on a score, verdict or probability out of range.
 */
export function estimateDrawn({
  strata: given,
  unlabelled,
}: Pick<QualitySums, 'unlabelled'> & { strata: readonly DrawnStratum[] }): DrawnEstimate {
  const labelled = given.flatMap(({ part, judged }) => judged.map((run) => ({ ...run, stratum: part })))
  const check = new InputCheck()
  for (const [index, { probability, drawn, judged }] of given.entries()) {
    check.require(probability > 0 && probability <= 1, `strata[${index}].probability`, 'must be above 0 and at most 1')
    check.require(drawn >= judged.length, `strata[${index}].drawn`, 'must not be less than the judged ones')
  }
  requireJudged(check, labelled)
  const strata = given.filter(({ drawn }) => drawn > 0)
  const standsFor = strata.reduce((sum, { drawn, probability }) => sum + drawn / probability, 0)
  const error = Math.sqrt(strata.reduce((sum, { drawn, probability: p }) => sum + (drawn * (1 - p)) / p ** 2, 0))
  const lacking = lackingOf(strata)
  if (lacking.length > 0) return { estimate: null, lacking, standsFor, error }
  const isWhole = strata.every(({ drawn, judged }) => drawn === judged.length)
  const isEven = new Set(strata.map(({ probability }) => probability)).size === 1
  const estimate = isWhole && isEven ? estimateQualityOfSums({ labelled, unlabelled }) : weighted(strata, unlabelled)
  return { estimate, lacking, standsFor, error }
}

/**
 * Weights verdicts on drawn runs by how many runs each stands for, the inverse of its probability to be drawn and judged, and names the kinds
 * of drawn runs that lack verdicts.
 */
export function weighDrawn<J>(strata: readonly DrawnStratum<J>[]): {
  verdicts: (J & { weight: number })[]
  lacking: LackingVerdicts[]
} {
  return {
    verdicts: [true, false].flatMap((urgent) => levelsOf(strata, urgent).flat().flatMap(weigh)),
    lacking: lackingOf(strata),
  }
}

const countOf = (strata: readonly DrawnStratum<unknown>[]) => ({
  drawn: strata.reduce((sum, { drawn }) => sum + drawn, 0),
  judged: judgedOf(strata),
})

const isUrgent = ({ urgency }: DrawnStratum<unknown>) => urgency > 0

function lackingOf(strata: readonly DrawnStratum<unknown>[]): LackingVerdicts[] {
  const all = toCell(strata).represented
  return [false, true].flatMap((urgent): LackingVerdicts[] => {
    const own = strata.filter((stratum) => isUrgent(stratum) === urgent)
    const { drawn, judged } = countOf(own)
    const needed = Math.min(STRATUM_VERDICTS_MIN, drawn)
    if (judged < needed) return [{ isUrgent: urgent, probability: null, drawn, judged, needed }]
    return [...Map.groupBy(own, ({ probability }) => probability)].flatMap(([probability, alike]) => {
      const isSilent = countOf(alike).judged === 0 && toCell(alike).represented >= SILENT_SHARE * all
      return isSilent ? [{ isUrgent: urgent, probability, drawn: countOf(alike).drawn, judged: 0, needed: 1 }] : []
    })
  })
}

type Scores = QualitySums['unlabelled']

/**
 * The variance of a share follows from the share, so that Wilson's interval of the verdicts alone takes the normal quantile. With scores,
 * whose factor is estimated too, this many times the degrees of freedom hold the level in simulations.
 */
const SHARE_DEGREES = 3

function weighted(strata: readonly DrawnStratum[], unlabelled: Scores): QualityEstimate {
  const labelled = strata.flatMap(({ judged }) => judged)
  const all = allScores(strata, unlabelled)
  const byPart = groupsByPart(strata, all)
  const groups = byPart ?? groupsOf(strata, 1, '')
  const whole = pooled([...all.values()])
  const spread = byPart
    ? [...all.values()].reduce((sum, { squares }) => sum + squares, 0) / Math.max(1, (whole?.n ?? 0) - all.size)
    : (whole?.squares ?? 0) / Math.max(1, (whole?.n ?? 0) - 1)
  const isYesOrNo = labelled.every(({ verdict }) => verdict === 0 || verdict === 1)
  const isAlike = new Set(labelled.map(({ verdict }) => verdict)).size <= 1
  const withDegrees = (moments: Moments, factor: number) =>
    isYesOrNo ? { ...moments, degrees: factor * moments.degrees } : moments
  const plain = withDegrees(weightedMean(groups), Infinity)
  const labelsOnly = { estimate: clamp01(plain.mean), interval: intervalOf(plain, isYesOrNo, LEVEL) }
  const report: QualityEstimate = {
    ...labelsOnly,
    method: isYesOrNo || isAlike ? 'wilson' : 'classical',
    correlation: correlationOf(labelled),
    effectiveLabels: labelled.length,
    labelsOnly,
    automatedMean: whole?.mean ?? null,
    stratified: byPart !== null && all.size > 1,
  }
  const powered = !isAlike && whole ? poweredWeightedMean(groups, whole, spread) : null
  return powered
    ? usingScores(report, { plain, powered: withDegrees(powered, SHARE_DEGREES) }, isYesOrNo, LEVEL)
    : report
}

/** The scores of all runs by part. */
function allScores(strata: readonly DrawnStratum[], unlabelled: Scores): Map<string, Sample> {
  const samples = [
    ...strata.flatMap(({ part, judged }) => {
      const sample = sampleOf(judged.map(({ automated }) => automated))
      return sample ? [{ part, sample }] : []
    }),
    ...unlabelled.map(({ stratum = '', ...sample }) => ({ part: stratum, sample })),
  ]
  const all = new Map<string, Sample>()
  for (const { part, sample } of samples) {
    const before = all.get(part)
    all.set(part, before ? poolSamples(before, sample) : sample)
  }
  return all
}

/** The groups of each part, or null if the draw of any part has too few verdicts to stand for it. */
function groupsByPart(strata: readonly DrawnStratum[], all: ReadonlyMap<string, Sample>): WeightedGroup[] | null {
  const runs = [...all.values()].reduce((sum, { n }) => sum + n, 0)
  const own = Map.groupBy(strata, ({ part }) => part)
  const isEnough = [...new Set([...all.keys(), ...own.keys()])].every((part) => {
    const of = own.get(part) ?? []
    return countOf(of).judged >= STRATUM_VERDICTS_MIN && lackingOf(of).length === 0
  })
  return isEnough ? [...own].flatMap(([part, of]) => groupsOf(of, (all.get(part)?.n ?? 0) / runs, part)) : null
}

/** Drawn runs that are weighted together: how many runs they stand for, and the verdicts, each of which stands for an equal share of these. */
interface Cell<J> {
  represented: number
  /** Σ drawn / probability². */
  squares: number
  judged: readonly J[]
}

/** Forms groups of enough verdicts each from runs that reviewers get alike; `share` is divided by the runs they stand for. */
function groupsOf(strata: readonly DrawnStratum[], share: number, part: string): WeightedGroup[] {
  const groups = [true, false].flatMap((urgent) =>
    merged(levelsOf(strata, urgent), (level) => judgedOf(level.flat()), STRATUM_VERDICTS_MIN).map((levels) =>
      levels.flat(),
    ),
  )
  const all = representedBy(groups.flat())
  return groups.map((cells) => ({
    judged: cells.flatMap(weigh),
    share: (share * representedBy(cells)) / all,
    draws: representedBy(cells) ** 2 / squaresOf(cells),
    part,
  }))
}

/**
 * Returns the cells of one kind by level, runs that reviewers get at the same time and that were drawn with one probability: a cell for each
 * part, so that neither names nor order matter. Levels without a verdict join the next one.
 */
function levelsOf<J>(strata: readonly DrawnStratum<J>[], urgent: boolean): Cell<J>[][] {
  const own = strata.filter((stratum) => isUrgent(stratum) === urgent)
  const levels = [...Map.groupBy(own, ({ urgency, probability }) => `${urgency} ${probability}`).values()]
  return merged(levels.sort(byRank), judgedOf, 1).map((alike) => toCells(alike.flat()))
}

/** Forms a cell of each part; for parts without a verdict, the others stand in proportion. */
function toCells<J>(strata: readonly DrawnStratum<J>[]): Cell<J>[] {
  const cells = [...Map.groupBy(strata, ({ part }) => part).values()].map(toCell)
  const withVerdicts = cells.filter(({ judged }) => judged.length > 0)
  const scale = (sum: (of: readonly Cell<J>[]) => number) => sum(cells) / sum(withVerdicts)
  return withVerdicts.map((cell) => ({
    judged: cell.judged,
    represented: cell.represented * scale(representedBy),
    squares: cell.squares * scale(squaresOf),
  }))
}

const weigh = <J>({ judged, represented }: Cell<J>) =>
  judged.map((run) => ({ ...run, weight: represented / judged.length }))

/** Merges neighbours until each group has `least` verdicts; what is left joins the last group. */
function merged<T>(items: readonly T[], verdictsOf: (item: T) => number, least: number): T[][] {
  const groups: T[][] = []
  let open: T[] = []
  for (const item of items) {
    open.push(item)
    if (open.reduce((sum, own) => sum + verdictsOf(own), 0) < least) continue
    groups.push(open)
    open = []
  }
  if (open.length > 0) groups.push([...(groups.pop() ?? []), ...open])
  return groups
}

function toCell<J>(strata: readonly DrawnStratum<J>[]): Cell<J> {
  return {
    represented: strata.reduce((sum, { drawn, probability }) => sum + drawn / probability, 0),
    squares: strata.reduce((sum, { drawn, probability }) => sum + drawn / probability ** 2, 0),
    judged: strata.flatMap(({ judged }) => judged),
  }
}

const representedBy = (cells: readonly Cell<unknown>[]) => cells.reduce((sum, { represented }) => sum + represented, 0)
const squaresOf = (cells: readonly Cell<unknown>[]) => cells.reduce((sum, { squares }) => sum + squares, 0)
const judgedOf = (of: readonly { judged: readonly unknown[] }[]) =>
  of.reduce((sum, { judged }) => sum + judged.length, 0)

type Ranked = readonly DrawnStratum<unknown>[]

function byRank([a]: Ranked, [b]: Ranked): number {
  return (b?.urgency ?? 0) - (a?.urgency ?? 0) || (a?.probability ?? 0) - (b?.probability ?? 0)
}
