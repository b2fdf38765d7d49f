import type { ScenarioChange } from '@/lib/contracts/drop-evidence'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { Db, Tx } from '@/lib/db/client'
import { chainPriorOf } from '@/lib/engine/regression/chain-prior'
import { confirmedFall } from '@/lib/engine/regression/compare-measures'
import {
  type ConformanceChange,
  compareFactors,
  type FactorChange,
  type RunFactors,
} from '@/lib/engine/regression/factor-change'
import { conformanceShare, type TraceFactor } from '@/lib/engine/regression/measured-factors'
import {
  type DropJudgement,
  dropVerdict,
  judgeDrop,
  type VersionSample,
} from '@/lib/engine/regression/regression-posterior'
import { splitSums } from '@/lib/engine/regression/run-noise'
import { type HeldVersion, measureDrift, type VersionDrift } from '@/lib/engine/regression/version-drift'
import { lowestFirst } from '@/lib/engine/regression/versions'
import { sampleOfSums } from '@/lib/engine/stats/descriptive'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import { byName } from '../natural-order'
import { type AlikeOf, FACTORS, WEIGHTED_SCORE, weightedSides } from './alike'
import type { Compared } from './compared'
import type { ChainRow, VersionRow, VersionSums } from './rows'

type Policy = Pick<ChainRow, 'traceWeights' | 'regressionThreshold' | 'minLiveRuns'>
type Judged = { id: string; version: string; isCandidate: boolean; sample: VersionSample | null }

/** The live runs of a chain's versions as samples, lowest version first, with the policy to judge them. */
export type ChainSamples = { policy: Policy; versions: Judged[] } & Compared

/** Prepares the versions of one chain to be judged against each other. */
export function samplesOf(policy: Policy, rows: readonly VersionRow[], compared: Compared): ChainSamples {
  const versions = lowestFirst(rows).map((row) => ({
    id: row.id,
    version: row.version,
    isCandidate: row.state === 'candidate',
    sample: toSample(row, policy.traceWeights),
  }))
  return { policy, versions, ...compared }
}

/** The fall of the confidence between two versions, if their runs confirm one; null where it was not loaded. */
export function fallOf(
  { minLiveRuns }: Pick<Policy, 'minLiveRuns'>,
  { current, prior }: { current: { id: string }; prior: { id: string } | null },
  confidenceOf: Compared['confidenceOf'],
) {
  return confirmedFall(confidenceOf(prior?.id ?? null) ?? null, confidenceOf(current.id) ?? null, minLiveRuns)
}

type VersionJudgement = DropJudgement & {
  /** The factors compared, if the two were measured on different ones; null to compare the stored scores. */
  comparedOn: TraceFactor[] | null
}

/**
 * Judges a version's live runs against those of a lower one, with a prior learned from the changes of earlier versions of the
 * chain. Versions measured on different factors are compared on their common ones; without any, the sample is insufficient.
 */
export function judgeVersion(samples: ChainSamples, id: string, priorId: string | null): VersionJudgement {
  const { policy, versions } = samples
  const { before, own } = historyOf(versions, id)
  const alike = samples.alikeOf(id, priorId)
  const comparedOn = alike?.factors ?? null
  if (alike && !(alike.prior && alike.current))
    return { verdict: 'insufficient_sample', word: 'insufficient', delta: null, odds: null, comparedOn }
  const prior = alike?.prior ?? versions.find((version) => version.id === priorId)?.sample ?? null
  const earlier = before.flatMap(({ sample }) => sample ?? [])
  const judgement = judgeDrop(
    prior,
    alike?.current ?? own?.sample ?? null,
    { threshold: policy.regressionThreshold, minLiveRuns: policy.minLiveRuns },
    chainPriorOf(earlier, prior),
    samples.sharedOf(id, priorId),
  )
  return { ...judgement, comparedOn }
}

/**
 * Verdict and delta of {@link judgeVersion}, by the rule alone: the odds take about a millisecond, and tens of thousands of chains are
 * ranked at once.
 */
export function applyRule(
  policy: Omit<Policy, 'traceWeights'>,
  { current, prior }: { current: VersionSums; prior: VersionSums },
  alikeOf: AlikeOf,
): Pick<VersionJudgement, 'verdict' | 'delta'> {
  const alike = alikeOf(current.id, prior.id)
  if (alike && !(alike.prior && alike.current)) return { verdict: 'insufficient_sample', delta: null }
  const before = alike?.prior ?? sampleOfSums(prior.scored, prior.sum, prior.squares)
  const after = alike?.current ?? sampleOfSums(current.scored, current.sum, current.squares)
  const verdict = dropVerdict(before, after, {
    threshold: policy.regressionThreshold,
    minLiveRuns: policy.minLiveRuns,
  })
  return { verdict, delta: before && after ? before.mean - after.mean : null }
}

/**
 * Measures how far the chain has drifted up to this version. Versions with fewer than the minimum of live runs are not used as
 * a reference, since one lucky run is no best. Null without another version to measure from.
 */
export function driftUpTo(samples: ChainSamples, id: string): VersionDrift | null {
  const { before, own } = historyOf(samples.versions, id)
  if (!own?.sample) return null
  const marks = before.flatMap((earlier) => markOf(samples, earlier, own) ?? [])
  return marks.length > 0 ? measureDrift([...marks, { version: own.version, mean: own.sample.mean }]) : null
}

/** An earlier version as a reference for drift, on the common factors; null if it cannot be one. */
function markOf({ policy, alikeOf }: ChainSamples, earlier: Judged, own: Judged): HeldVersion | null {
  const { version, sample } = earlier
  if (!sample || sample.n < policy.minLiveRuns) return null
  const alike = alikeOf(own.id, earlier.id)
  if (!alike) return { version, mean: sample.mean }
  if (!alike.prior || !alike.current) return null
  return { version, mean: alike.prior.mean, drop: alike.prior.mean - alike.current.mean, comparedOn: alike.factors }
}

/** A version and those before it. Candidates are never part of the history, and come after all live versions. */
function historyOf(versions: readonly Judged[], id: string): { before: Judged[]; own: Judged | undefined } {
  const place = versions.findIndex((version) => version.id === id)
  const own = versions[place]
  const lower = own?.isCandidate ? versions : versions.slice(0, place)
  return { before: lower.filter((version) => !version.isCandidate), own }
}

/** `split` is set if the score of every live run weighs conformance equally. */
function toSample(row: VersionRow, weights: TraceWeights): VersionSample | null {
  const sample = sampleOfSums(row.scored, row.sum, row.squares)
  const share = conformanceShare(row, weights)
  const split = share === null ? null : splitSums({ ...row, n: row.scored }, share)
  return sample && { ...sample, split }
}

/** Number of latest live runs paired for each version, to avoid a scan. */
const PAIRED_RUNS = 1000

export type ScenarioMeans = ReadonlyMap<string, number>

/**
 * Mean score of each scenario by version over its latest live runs, in one statement. `weightsOf` returns the weights of the
 * factors a version is compared on, or null for its stored scores.
 */
export async function scenarioMeans(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
  weightsOf: (versionId: string) => TraceWeights | null,
): Promise<(versionId: string | null | undefined) => ScenarioMeans> {
  const rows = await db.$queryRaw<{ versionId: string; scenario: string; mean: number }[]>`
    SELECT a.id AS "versionId", s.scenario, avg(x.score) AS mean
    FROM ${weightedSides(versionIds.map((id) => ({ id, weights: weightsOf(id) })))} CROSS JOIN LATERAL (
      SELECT scenario, quality, ${FACTORS} FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = a.id AND kind = 'live'
      ORDER BY occurred_at DESC, id DESC LIMIT ${PAIRED_RUNS}
    ) s CROSS JOIN LATERAL (SELECT CASE WHEN a.c IS NULL THEN s.quality ELSE ${WEIGHTED_SCORE} END AS score) x
    WHERE s.scenario IS NOT NULL AND s.quality IS NOT NULL AND x.score IS NOT NULL GROUP BY 1, 2`
  const byVersion = Map.groupBy(rows, (row) => row.versionId)
  return (versionId) => new Map((byVersion.get(versionId ?? '') ?? []).map(({ scenario, mean }) => [scenario, mean]))
}

/** Compares scenarios: those of both versions by largest drop, then those of only one by name. */
export function compareScenarios(prior: ScenarioMeans, current: ScenarioMeans): ScenarioChange[] {
  return [...new Set([...prior.keys(), ...current.keys()])]
    .map((scenario) => {
      const [was, is] = [prior.get(scenario) ?? null, current.get(scenario) ?? null]
      return { scenario, prior: was, current: is, drop: was === null || is === null ? null : was - is }
    })
    .toSorted((a, b) => (b.drop ?? -2) - (a.drop ?? -2) || byName(a.scenario, b.scenario))
}

type FactorView = GateEvidence['factors'][number]
type WithFactors = { factors: RunFactors }

/** Display order of factors, since stored factors have none. */
const ORDER = ['conformance', 'completeness', 'accuracy', 'efficiency', 'performance']

/** Means of the factors over the drawn runs, conformance first: as a 0/1 value it changes a small mean a lot. */
export function toFactors(prior: readonly WithFactors[], current: readonly WithFactors[]): GateEvidence['factors'] {
  const { factors, conformance } = compareFactors(
    prior.map((run) => run.factors),
    current.map((run) => run.factors),
  )
  const all = [...(conformance ? [conformance] : []), ...factors]
  return all.sort((a, b) => rank(a) - rank(b)).map(toFactor)
}

const rank = ({ factor }: FactorChange) => (ORDER.includes(factor) ? ORDER.indexOf(factor) : ORDER.length)

function toFactor(item: FactorChange | ConformanceChange): FactorView {
  const { factor, priorMean, currentMean, change, nPrior, nCurrent } = item
  const label = factor.charAt(0).toUpperCase() + factor.slice(1).replaceAll('_', ' ')
  const isShare = 'priorInterval' in item
  return {
    name: factor,
    label,
    prior: priorMean,
    current: currentMean,
    change,
    priorRuns: nPrior,
    currentRuns: nCurrent,
    priorInterval: isShare && nPrior > 0 ? item.priorInterval : null,
    currentInterval: isShare && nCurrent > 0 ? item.currentInterval : null,
  }
}
