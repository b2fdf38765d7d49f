import { predictionView } from '@/lib/contracts/calibration'
import type { RunDetail } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'
import { loadEffectiveConfiguration } from '../configuration/levels'

const reasons = predictionView.shape.reasons

/** Returns the predictions for a run with the fit that made each; empty if learning is switched off. */
export async function findLearned(db: Db, projectId: string, runId: string): Promise<RunDetail['learned']> {
  const { learning } = await loadEffectiveConfiguration(db, projectId)
  if (!learning.enabled) return { enabled: false, predictions: [] }
  const rows = await db.prediction.findMany({ where: { projectId, runId }, orderBy: { kind: 'asc' } })
  const models = await db.verdictModel.findMany({
    where: { projectId, OR: rows.map(({ kind, version }) => ({ kind, version })) },
    omit: { model: true, report: true },
  })
  const predictions = rows.flatMap(({ kind, version, probability, low, high, predictedAt, ...row }) => {
    const model = models.find((one) => one.kind === kind && one.version === version)
    if (!model) return []
    const { method, verdicts, fittedAt } = model
    return [
      predictionView.parse({
        kind,
        probability,
        interval: [low, high],
        reasons: reasons.parse(row.reasons),
        model: { version, method, verdicts, fittedAt: fittedAt.toISOString() },
        predictedAt: predictedAt.toISOString(),
      }),
    ]
  })
  return { enabled: true, predictions }
}
