import { type Calibration, getCalibration as contract, predictionView } from '@/lib/contracts/calibration'
import type { RunDetail } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { AUDIT_MIN, acceptThreshold, compareEvaluators, qualityOf } from '@/lib/engine/judgement/calibration-report'
import { toSignalRow } from '@/lib/engine/judgement/confidence-rungs'
import { weighDrawn } from '@/lib/engine/judgement/estimate-drawn'
import { VERDICTS_MIN } from '@/lib/engine/judgement/learn-confidence'
import { aurocInterval, prequentialOf, sharesSoFar } from '@/lib/engine/judgement/prequential'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { operation } from '../operation'
import { countDrawn, toStrata } from '../runs/drawn-runs'
import { findModel, type KeptModel, type ModelKind, signalsOf, toModelView } from './models'
import { loadVerdicts, type PersonVerdict } from './verdicts'

const HISTORY = 20

/** Returns how far confidence and forecast can be trusted in this project, measured on predictions stored before the verdict. */
export const getCalibration = operation(contract, async (ctx, { errors }) => {
  const { db, project } = ctx
  const { learning, confidence_weights: weights } = await loadEffectiveConfiguration(db, project.id)
  const verdicts = await loadVerdicts(db, project.id)
  const [confidence, forecast, predictions, isSameModel, history] = await Promise.all([
    findModel(db, project.id, 'confidence'),
    findModel(db, project.id, 'forecast'),
    loadPredictions(db, project.id, verdicts),
    hasSameModel(db, project.id, verdicts),
    db.verdictModel.findMany({ where: { projectId: project.id }, orderBy: { fittedAt: 'desc' }, take: HISTORY }),
  ])
  const calibrated = predictedBy('confidence', verdicts, predictions)
  const forecasted = predictedBy('forecast', verdicts, predictions)
  const comparable = calibrated.length > 0 ? calibrated.map(({ verdict }) => verdict) : verdicts
  const byShare = predictedByShare(verdicts, forecasted)
  const { auroc } = forecastInTurn(verdicts, predictions)
  const approved = forecasted.filter(({ isTrue }) => isTrue).length
  const audit = await weighAudit(db, project.id, verdicts, predictions)
  const { errors: wrong, ...threshold } = acceptThreshold(audit.lacking.length > 0 ? [] : audit.verdicts, errors)
  const evaluators = compareEvaluators(
    verdicts.map((verdict) => ({ signals: signalsOf(verdict), approved: verdict.approved, runId: verdict.runId })),
    weights,
  )
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
      published: qualityOf(publishedBy(comparable, weights)),
      learned: qualityOf(calibrated),
    },
    forecast: {
      model: modelIn(forecast),
      quality: qualityOf(forecasted),
      ofShare: qualityOf(byShare).brier,
      auroc,
      aurocInterval: auroc === null ? null : aurocInterval(auroc, approved, forecasted.length - approved),
    },
    evaluators: evaluators.map((report) => ({
      ...report,
      learnedWeight: confidence?.report.moves?.[report.evaluator] ?? null,
      warnings: [...report.warnings, ...(report.evaluator === 'peer' && isSameModel ? ['same_model' as const] : [])],
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
    history: history.map((kept) => ({ kind: kept.kind as ModelKind, ...toModelView(kept) })),
  } satisfies Calibration
})

type Weights = Parameters<typeof toSignalRow>[1]

/** The confidence by the published formula at each verdict on a run with signals. */
function publishedBy(verdicts: readonly PersonVerdict[], weights: Weights) {
  return verdicts.flatMap((verdict) => {
    const row = toSignalRow(signalsOf(verdict), weights)
    return row ? [{ probability: row.confidence, isTrue: verdict.approved, runId: verdict.runId }] : []
  })
}

/** What this kind of model predicted before each verdict, of those it predicted. */
function predictedBy(kind: ModelKind, verdicts: readonly PersonVerdict[], predictions: ReadonlyMap<string, number>) {
  return verdicts.flatMap((verdict) => {
    const probability = predictions.get(`${kind} ${verdict.runId}`)
    return probability === undefined ? [] : [{ verdict, probability, isTrue: verdict.approved, runId: verdict.runId }]
  })
}

/** The share of approvals before each verdict that was predicted: what a prediction has to beat. */
function predictedByShare(verdicts: readonly PersonVerdict[], predicted: readonly { runId: string }[]) {
  const shares = sharesSoFar(verdicts.map(({ approved }) => Number(approved)))
  const isPredicted = new Set(predicted.map(({ runId }) => runId))
  return verdicts.flatMap(({ runId, approved }, at) =>
    isPredicted.has(runId) ? [{ probability: shares[at] ?? 0.5, isTrue: approved }] : [],
  )
}

type DrawnItem = { runId: string; chainId: string; urgency: number; probability: number; queuedAt: Date }

/** Weights the predicted verdicts on drawn runs by how many runs each stands for: flagged ones are judged first, and people choose chains. */
async function weighAudit(
  db: Db,
  projectId: string,
  verdicts: readonly PersonVerdict[],
  predictions: ReadonlyMap<string, number>,
) {
  const predicted = verdicts.flatMap(({ runId, approved }) => {
    const chance = predictions.get(`confidence ${runId}`) ?? predictions.get(`forecast ${runId}`)
    return chance === undefined ? [] : [{ runId, approved, chance }]
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

const modelIn = (kept: KeptModel | null) => (kept?.model ? toModelView(kept) : null)

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

function forecastInTurn(verdicts: readonly PersonVerdict[], predictions: ReadonlyMap<string, number>) {
  return prequentialOf(
    verdicts.map(({ approved }) => Number(approved)),
    verdicts.map(({ runId }) => predictions.get(`forecast ${runId}`) ?? null),
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
    return [
      predictionView.parse({
        kind,
        probability,
        interval: [low, high],
        reasons: reasons.parse(row.reasons),
        model: toModelView(model),
        predictedAt: predictedAt.toISOString(),
      }),
    ]
  })
  return { enabled: true, predictions }
}
