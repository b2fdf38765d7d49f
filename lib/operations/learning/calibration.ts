import { type Calibration, getCalibration as contract, predictionView } from '@/lib/contracts/calibration'
import type { RunDetail } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'
import { type Prediction, Prisma } from '@/lib/db/generated/client'
import { type Listed, listOf, toRows } from '@/lib/db/rows'
import { AUDIT_MIN, acceptThreshold } from '@/lib/engine/judgement/calibration-report'
import { weighDrawn } from '@/lib/engine/judgement/estimate-drawn'
import { VERDICTS_MIN } from '@/lib/engine/judgement/learn-confidence'
import type { PredictedVerdict } from '@/lib/engine/judgement/report-calibration'
import { effectiveOf, loadEffectiveConfiguration, selectProjectConfig } from '../configuration/levels'
import { inEngine } from '../engine-pool/ask'
import { operation } from '../operation'
import { countDrawn, toStrata } from '../runs/drawn-runs'
import { type Fit, findFit, type ModelKind, signalsOf, toModelView } from './models'
import { loadVerdicts, type PersonVerdict } from './verdicts'

const HISTORY = 20

/** Returns how far confidence and forecast can be trusted in this project, measured on predictions stored before the verdict. */
export const getCalibration = operation(contract, async (ctx, { errors }) => {
  const { db, project } = ctx
  const { learning, confidence_weights: weights } = await loadEffectiveConfiguration(db, project.id)
  const verdicts = await loadVerdicts(db, project.id)
  const [confidence, forecast, predictions, history] = await Promise.all([
    findFit(db, project.id, 'confidence'),
    findFit(db, project.id, 'forecast'),
    loadPredictions(db, project.id, verdicts),
    db.verdictModel.findMany({ where: { projectId: project.id }, orderBy: { fittedAt: 'desc' }, take: HISTORY }),
  ])
  const predicted = verdicts.map((verdict) => ({
    ...{ runId: verdict.runId, approved: verdict.approved, signals: signalsOf(verdict) },
    confidence: predictions.get(`confidence ${verdict.runId}`) ?? null,
    forecast: predictions.get(`forecast ${verdict.runId}`) ?? null,
  }))
  const [report, audit, isSameModel] = await Promise.all([
    inEngine(ctx, 'report_calibration', { verdicts: predicted, weights }),
    weighAudit(db, project.id, predicted),
    hasSameModel(db, project.id, verdicts),
  ])
  const { errors: wrong, ...threshold } = acceptThreshold(audit.lacking.length > 0 ? [] : audit.verdicts, errors)
  return {
    enabled: learning.enabled,
    verdicts: {
      total: verdicts.length,
      approved: verdicts.filter(({ approved }) => approved).length,
      needed: VERDICTS_MIN,
      drawn: verdicts.filter(({ probability }) => probability !== null).length,
    },
    confidence: {
      model: modelIn(confidence),
      carriedBy: confidence?.report.method ?? 'none',
      ...report.confidence,
    },
    forecast: { model: modelIn(forecast), ...report.forecast },
    evaluators: report.evaluators.map((one) => ({
      ...one,
      learnedWeight: confidence?.report.moves?.[one.evaluator] ?? null,
      warnings: [...one.warnings, ...(one.evaluator === 'peer' && isSameModel ? ['same_model' as const] : [])],
    })),
    autoAccept: {
      ...threshold,
      verdicts: audit.verdicts.length,
      drawn: audit.drawn,
      lacking: audit.lacking,
      wrong,
      asked: errors,
      needed: AUDIT_MIN,
    },
    history: history.map((fit) => ({ kind: fit.kind as ModelKind, ...toModelView(fit) })),
  } satisfies Calibration
})

type DrawnItem = { runId: string; chainId: string; urgency: number; probability: number; queuedAt: Date }

/** Weights the predicted verdicts on drawn runs by how many runs each stands for: flagged ones are judged first, and people choose chains. */
async function weighAudit(db: Db, projectId: string, verdicts: readonly PredictedVerdict[]) {
  const predicted = verdicts.flatMap(({ runId, approved, confidence, forecast }) => {
    const chance = confidence ?? forecast
    return chance === null ? [] : [{ runId, approved, chance }]
  })
  const [{ counts, isCounted }, items] = await Promise.all([
    countDrawn(db, projectId, Prisma.sql`true`, Prisma.sql`true`),
    db.$queryRaw<DrawnItem[]>`
      SELECT run_id AS "runId", chain_id AS "chainId", urgency, probability, queued_at AS "queuedAt" FROM review_item
      WHERE project_id = ${projectId}::uuid AND run_id = ANY(${predicted.map(({ runId }) => runId)}::uuid[]) AND probability IS NOT NULL`,
  ])
  const kinds = new Map(
    items.flatMap(({ runId, queuedAt, ...kind }) => (isCounted(queuedAt) ? [[runId, kind] as const] : [])),
  )
  const judged = predicted.flatMap((run) => {
    const kind = kinds.get(run.runId)
    return kind ? [{ ...run, ...kind }] : []
  })
  const strata = toStrata(counts, judged, ({ chainId }) => chainId)
  return { ...weighDrawn(strata), drawn: strata.reduce((sum, { drawn }) => sum + drawn, 0) }
}

const modelIn = (fit: Fit | null) => (fit?.model ? toModelView(fit) : null)

/** Returns the predictions for these runs by kind and run, leaving out those made after the verdict. */
async function loadPredictions(
  db: Db,
  projectId: string,
  verdicts: readonly PersonVerdict[],
): Promise<ReadonlyMap<string, number>> {
  const saidAt = new Map(verdicts.map(({ runId, at }) => [runId, at]))
  const rows = await db.$queryRaw<{ kind: string; runId: string; probability: number; predictedAt: Date }[]>`
    SELECT kind, run_id AS "runId", probability, predicted_at AS "predictedAt" FROM prediction
    WHERE project_id = ${projectId}::uuid AND run_id = ANY(${[...saidAt.keys()]}::uuid[])`
  return new Map(
    rows.flatMap(({ kind, runId, probability, predictedAt }) => {
      const at = saidAt.get(runId)
      return at && predictedAt < at ? [[`${kind} ${runId}`, probability] as const] : []
    }),
  )
}

/** Whether a peer signal comes from the model that its run names: a model that judges its own work is no second opinion. */
async function hasSameModel(db: Db, projectId: string, verdicts: readonly PersonVerdict[]): Promise<boolean> {
  const runIds = [...new Set(verdicts.flatMap(({ runId, peer }) => (peer === null ? [] : runId)))]
  // Each run is looked up: given that many ids, the planner reads all signals, after looking for each id in every month.
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM unnest(${runIds}::uuid[]) AS x(id) CROSS JOIN LATERAL (
      SELECT 1 FROM signal g JOIN run r ON r.project_id = ${projectId}::uuid AND r.id = x.id
      WHERE g.project_id = ${projectId}::uuid AND g.run_id = x.id AND g.evaluator = 'peer' AND lower(g.by) = lower(r.metadata ->> 'model')
      LIMIT 1) s LIMIT 1`
  return found.length > 0
}

const reasons = predictionView.shape.reasons

type Learned = { projectConfig: unknown; predictions: Listed<PredictionRow>[] }
type PredictionRow = Omit<Prediction, 'projectId' | 'runId'> & Pick<Fit, 'method' | 'verdicts'> & { fittedAt: string }

/** Returns the predictions for a run with the fit that made each; empty if learning is switched off. */
export async function findLearned(db: Db, projectId: string, runId: string): Promise<RunDetail['learned']> {
  const predicted = Prisma.sql`
    SELECT p.kind, p.version, p.probability, p.low, p.high, p.reasons, p.predicted_at AS "predictedAt",
      m.method, m.verdicts, m.fitted_at AS "fittedAt"
    FROM prediction p JOIN verdict_model m ON m.project_id = ${projectId}::uuid AND m.kind = p.kind AND m.version = p.version
    WHERE p.project_id = ${projectId}::uuid AND p.run_id = ${runId}::uuid ORDER BY p.kind`
  const [found] = await db.$queryRaw<Learned[]>`
    SELECT ${selectProjectConfig(projectId)} AS "projectConfig", ${listOf(predicted)} AS predictions`
  const { learning } = effectiveOf({ projectConfig: found?.projectConfig ?? null, chainConfig: null })
  if (!learning.enabled) return { enabled: false, predictions: [] }
  const predictions = toRows<PredictionRow>('prediction', found?.predictions ?? []).map((row) =>
    predictionView.parse({
      kind: row.kind,
      probability: row.probability,
      interval: [row.low, row.high],
      reasons: reasons.parse(row.reasons),
      model: toModelView({ ...row, fittedAt: new Date(row.fittedAt) }),
      predictedAt: row.predictedAt.toISOString(),
    }),
  )
  return { enabled: true, predictions }
}
