import { beliefOf } from '@/lib/engine/regression/chain-belief'
import { compareVersions } from '@/lib/engine/regression/compare-versions'
import { splitSums } from '@/lib/engine/regression/conformance-split'
import type { VersionSample } from '@/lib/engine/regression/drop-odds'
import { type DropJudgement, judgeDrop } from '@/lib/engine/regression/judge-drop'
import { measureDrift, type VersionDrift } from '@/lib/engine/regression/version-drift'
import { sampleOfSums } from '@/lib/engine/stats/sample'
import type { ChainRow, VersionRow } from './load-chain-rows'

type Policy = Pick<ChainRow, 'conformanceWeight' | 'regressionThreshold' | 'minLiveRuns'>
type Judged = { id: string; version: string; isCandidate: boolean; sample: VersionSample | null }

/** The live runs of a chain's versions as samples, the lowest version first, with what its versions are judged by. */
export type ChainSamples = { policy: Policy; versions: Judged[] }

/** Every version of one chain, ready to be judged against another. */
export function samplesOf(policy: Policy, rows: readonly VersionRow[]): ChainSamples {
  const versions = rows
    .toSorted((a, b) => compareVersions(a.version, b.version))
    .map((row) => ({
      id: row.id,
      version: row.version,
      isCandidate: row.state === 'candidate',
      sample: toSample(row, policy.conformanceWeight),
    }))
  return { policy, versions }
}

/** A version's live runs against those of a lower one, with what the versions below it teach about changes of this chain. */
export function judgeVersion({ policy, versions }: ChainSamples, id: string, priorId: string | null): DropJudgement {
  const { before, own } = historyOf(versions, id)
  const prior = versions.find((version) => version.id === priorId)?.sample ?? null
  const earlier = before.flatMap(({ sample }) => sample ?? [])
  return judgeDrop(
    prior,
    own?.sample ?? null,
    { threshold: policy.regressionThreshold, minLiveRuns: policy.minLiveRuns },
    beliefOf(earlier, prior),
  )
}

/**
 * How far the chain has come over the versions up to this one. Below the smallest live sample a version sets no mark, since
 * one lucky run is no best ever; null without another version to measure from.
 */
export function driftUpTo({ policy, versions }: ChainSamples, id: string): VersionDrift | null {
  const { before, own } = historyOf(versions, id)
  const marks = before.filter(({ sample }) => sample && sample.n >= policy.minLiveRuns)
  const means = [...marks, ...(own ? [own] : [])].flatMap(({ version, sample }) =>
    sample ? [{ version, mean: sample.mean }] : [],
  )
  return own?.sample && means.length > 1 ? measureDrift(means) : null
}

/** A version and what came before it. Candidates are nobody's history, and come after all that was ever live. */
function historyOf(versions: readonly Judged[], id: string): { before: Judged[]; own: Judged | undefined } {
  const place = versions.findIndex((version) => version.id === id)
  const own = versions[place]
  const lower = own?.isCandidate ? versions : versions.slice(0, place)
  return { before: lower.filter((version) => !version.isCandidate), own }
}

/** `split` where the score of every live run counts conformance. */
function toSample(row: VersionRow, weight: number): VersionSample | null {
  const sample = sampleOfSums(row.scored, row.sum, row.squares)
  const split = row.traced === row.scored ? splitSums({ ...row, n: row.scored }, weight) : null
  return sample && { ...sample, split }
}
