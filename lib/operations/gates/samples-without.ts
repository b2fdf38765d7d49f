import type { Db } from '@/lib/db/client'
import { scoreConfidence } from '@/lib/engine/confidence/score-confidence'
import { sampleOfSums } from '@/lib/engine/stats/descriptive'
import { loadRecordedPolicies } from '../runs/recompute'
import { effectiveValues } from '../runs/signals'
import { type CountedSample, loadSamples } from '../versions/samples'

type Change = { was: number | null; is: number | null }

/**
 * The samples of these versions as they will be once the signals that a gate's decision gave to these runs no longer count: the score of a
 * run that is scored by its confidence contains them.
 */
export async function loadSamplesWithout(
  db: Db,
  projectId: string,
  { decisionId, runIds }: { decisionId: string; runIds: readonly string[] },
  versionIds: readonly string[],
): Promise<Map<string, CountedSample>> {
  const samples = await loadSamples(db, projectId, versionIds)
  const changes = await loadChanges(db, projectId, decisionId, runIds)
  for (const [versionId, changed] of changes) {
    const sample = samples.get(versionId)
    if (sample) samples.set(versionId, { ...sample, ...changedSample(sample, changed) })
  }
  return samples
}

/** The scores that change, by version. */
async function loadChanges(
  db: Db,
  projectId: string,
  decisionId: string,
  runIds: readonly string[],
): Promise<Map<string, Change[]>> {
  const runs = await db.runSummary.findMany({
    where: { projectId, id: { in: [...runIds] }, kind: 'live', profile: 'confidence', status: { not: 'running' } },
    select: { id: true, versionId: true, quality: true },
  })
  const ids = runs.map(({ id }) => id)
  const signals = await db.signal.findMany({ where: { projectId, runId: { in: ids } } })
  const signalsOf = Map.groupBy(
    signals.filter((signal) => signal.decisionId !== decisionId),
    ({ runId }) => runId,
  )
  const policyOf = await loadRecordedPolicies(db, projectId, ids)
  const changes = runs.map(({ id, versionId, quality }) => {
    const { values } = effectiveValues(signalsOf.get(id) ?? [])
    const { score } = scoreConfidence({ signals: values, weights: policyOf(id).confidenceWeights })
    return { versionId, was: quality, is: score }
  })
  return Map.groupBy(changes, ({ versionId }) => versionId)
}

function changedSample({ n, mean, squares }: CountedSample, changes: readonly Change[]): Partial<CountedSample> {
  const total = (of: (value: number) => number) =>
    changes.reduce((sum, { was, is }) => sum + (is === null ? 0 : of(is)) - (was === null ? 0 : of(was)), 0)
  const left = n + total(() => 1)
  const sum = n * mean + total((value) => value)
  return (
    sampleOfSums(left, sum, squares + n * mean ** 2 + total((value) => value ** 2)) ?? { n: 0, mean: 0, squares: 0 }
  )
}
