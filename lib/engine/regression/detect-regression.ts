import type { OutputOf } from '@/lib/contracts/contract'
import type { DetectRegression as Contract } from '@/lib/contracts/quality/detect-regression'
import { InputCheck } from '../input-error'
import { sampleOf } from '../stats/descriptive'
import { TRACE_WEIGHTS } from '../trace/score-trace'
import { DROP_BELIEF } from './drop-prior'
import { shareScenarios } from './pairing'
import { judgeDrop, type VersionSample } from './regression-posterior'
import { splitRuns } from './run-noise'
import { countScenarios, pairScenarios, type ScenarioScore } from './scenario-pairs'

/** A drop of the mean by more than this is a regression. */
export const REGRESSION_THRESHOLD = 0.05

/** Minimum number of live runs to judge a version. */
export const LIVE_RUNS_MIN = 3

/** One run of a version, live by default; dry runs are never included in a mean. `score` is 0 to 1. */
export interface VersionRun extends ScenarioScore {
  kind?: 'live' | 'dry_run'
  /** Whether it kept its contract, if that is 0.40 of its score (the `stratt` profile). */
  conformance?: boolean | null
}

interface RegressionInput {
  /** Runs of the latest lower version that was published and not rolled back; empty if there is none. */
  prior: VersionRun[]
  current: VersionRun[]
  /** 0.05 by default */
  threshold?: number
  /** 3 by default */
  minLiveRuns?: number
}

type RegressionReport = OutputOf<Contract>

/**
 * Compares the mean of a version's live runs with that of the previous version. A drop of more than the threshold is a regression, an exact
 * tie is not. Without a prior run: `no_baseline`; with fewer than `minLiveRuns` current ones: `insufficient_sample`. If conformance is
 * known of every run, the odds separate it from the rest; their prior is that of a chain without history.
 * @throws {EngineInputError} on a score outside 0 to 1.
 */
export function detectRegression(input: RegressionInput): RegressionReport {
  const { threshold = REGRESSION_THRESHOLD, minLiveRuns = LIVE_RUNS_MIN } = input
  requireReadable({ ...input, threshold, minLiveRuns })
  const isLive = ({ kind }: VersionRun) => kind !== 'dry_run'
  const priorRuns = input.prior.filter(isLive)
  const currentRuns = input.current.filter(isLive)
  const prior = toSample(priorRuns)
  const current = toSample(currentRuns)
  const shared = shareScenarios(
    [priorRuns.length, countScenarios(priorRuns)],
    [currentRuns.length, countScenarios(currentRuns)],
  )
  const { verdict, word, delta, odds } = judgeDrop(prior, current, { threshold, minLiveRuns }, DROP_BELIEF, shared)
  return {
    verdict,
    delta,
    priorMean: prior?.mean ?? null,
    currentMean: current?.mean ?? null,
    nPrior: priorRuns.length,
    nCurrent: currentRuns.length,
    gate: verdict === 'regression',
    evidence: {
      pDrop: odds?.drop ?? null,
      pDropExceedsThreshold: odds?.exceeds ?? null,
      interval: odds?.interval ?? null,
      runsToSettle: odds?.runsToSettle ?? null,
      historyBased: odds !== null && (prior?.n === 1 || current?.n === 1),
      paired: pairScenarios(priorRuns, currentRuns),
      word,
      byConformance: odds?.byConformance ?? false,
      byScenario: odds?.byScenario ?? false,
      method: odds?.method ?? null,
    },
  }
}

function requireReadable({ prior, current, threshold, minLiveRuns }: Required<RegressionInput>): void {
  const check = new InputCheck()
  check.requireNumber(threshold, 'threshold', 0, 1)
  check.require(Number.isInteger(minLiveRuns) && minLiveRuns >= 1, 'minLiveRuns', 'must be a whole number of 1 or more')
  for (const [index, { score }] of prior.entries()) check.requireNumber(score, `prior[${index}].score`, 0, 1)
  for (const [index, { score }] of current.entries()) check.requireNumber(score, `current[${index}].score`, 0, 1)
  check.throwIfAny()
}

function toSample(runs: readonly VersionRun[]): VersionSample | null {
  const sample = sampleOf(runs.map(({ score }) => score))
  return sample && { ...sample, split: splitRuns(runs, TRACE_WEIGHTS.conformance) }
}
