import { beliefOf } from '@/lib/engine/regression/chain-belief'
import { compareVersions } from '@/lib/engine/regression/compare-versions'
import { splitSums } from '@/lib/engine/regression/conformance-split'
import type { VersionSample } from '@/lib/engine/regression/drop-odds'
import { type DropJudgement, judgeDrop } from '@/lib/engine/regression/judge-drop'
import { measureDrift, type VersionDrift } from '@/lib/engine/regression/version-drift'
import { sampleOfSums } from '@/lib/engine/stats/sample'
import type { ChainRow, VersionRow } from './load-chain-rows'

type Policy = Pick<ChainRow, 'conformanceWeight' | 'regressionThreshold' | 'minLiveRuns'>
type Judged = { id: string; version: string; sample: VersionSample | null }

/** The live runs of a chain's versions as samples, the lowest version first, with what its versions are judged by. */
export type ChainSamples = { policy: Policy; versions: Judged[] }

/** Every version of one chain, ready to be judged against another. */
export function samplesOf(policy: Policy, rows: readonly VersionRow[]): ChainSamples {
  const versions = rows
    .toSorted((a, b) => compareVersions(a.version, b.version))
    .map((row) => ({ id: row.id, version: row.version, sample: toSample(row, policy.conformanceWeight) }))
  return { policy, versions }
}

/** A version's live runs against those of a lower one, with what the versions below it teach about changes of this chain. */
export function judgeVersion({ policy, versions }: ChainSamples, id: string, priorId: string | null): DropJudgement {
  const place = versions.findIndex((version) => version.id === id)
  const prior = versions.find((version) => version.id === priorId)?.sample ?? null
  const earlier = versions.slice(0, place).flatMap(({ sample }) => sample ?? [])
  return judgeDrop(
    prior,
    versions[place]?.sample ?? null,
    { threshold: policy.regressionThreshold, minLiveRuns: policy.minLiveRuns },
    beliefOf(earlier, prior),
  )
}

/**
 * How far the chain has come over the versions up to this one. Below the smallest live sample a version sets no mark, since
 * one lucky run is no best ever; null without another version to measure from.
 */
export function driftUpTo({ policy, versions }: ChainSamples, id: string): VersionDrift | null {
  const place = versions.findIndex((version) => version.id === id)
  const means = versions.slice(0, place + 1).flatMap(({ id: own, version, sample }) => {
    const counts = sample && (own === id || sample.n >= policy.minLiveRuns)
    return counts ? [{ version, mean: sample.mean }] : []
  })
  return versions[place]?.sample && means.length > 1 ? measureDrift(means) : null
}

/** `split` where the score of every live run counts conformance. */
function toSample(row: VersionRow, weight: number): VersionSample | null {
  const sample = sampleOfSums(row.scored, row.sum, row.squares)
  const split = row.traced === row.scored ? splitSums({ ...row, n: row.scored }, weight) : null
  return sample && { ...sample, split }
}
