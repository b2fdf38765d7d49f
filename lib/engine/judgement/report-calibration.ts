import type { PredictionQualityView } from '@/lib/contracts/calibration'
import type { Evaluator } from '@/lib/contracts/evaluators'
import type { Interval } from '../stats/descriptive'
import { compareEvaluators, type EvaluatorReport, type JudgedSignals, qualityOf } from './calibration-report'
import { toSignalRow } from './confidence-rungs'
import { aurocInterval, prequentialOf, sharesSoFar } from './prequential'

/** A person's verdict on a run with automated signals, and what the models predicted before it; null if they did not. */
export interface PredictedVerdict extends JudgedSignals {
  runId: string
  confidence: number | null
  forecast: number | null
}

interface CalibrationReport {
  confidence: { published: PredictionQualityView; learned: PredictionQualityView }
  forecast: {
    quality: PredictionQualityView
    /** The loss of predicting the share of approvals before each verdict: what a forecast has to beat. */
    ofShare: PredictionQualityView['brier']
    auroc: number | null
    aurocInterval: Interval | null
  }
  evaluators: EvaluatorReport[]
}

type Asked = { verdicts: readonly PredictedVerdict[]; weights: Readonly<Record<Evaluator, number>> }

/**
 * Measures the published confidence and both models on these verdicts, oldest first, and compares each evaluator with people. The published
 * confidence is measured on the same verdicts as the learned one, if there are any.
 * @throws {EngineInputError} on an invalid signal or weight.
 */
export function reportCalibration({ verdicts, weights }: Asked): CalibrationReport {
  const learned = predictedBy('confidence', verdicts)
  const forecasts = predictedBy('forecast', verdicts)
  const comparable = learned.length > 0 ? verdicts.filter(({ confidence }) => confidence !== null) : verdicts
  const labels = verdicts.map(({ approved }) => Number(approved))
  const shares = sharesSoFar(labels)
  const byShare = verdicts.flatMap(({ forecast, approved }, at) =>
    forecast === null ? [] : [{ probability: shares[at] ?? 0.5, isTrue: approved }],
  )
  const { auroc } = prequentialOf(
    labels,
    verdicts.map(({ forecast }) => forecast),
  )
  const approved = forecasts.filter(({ isTrue }) => isTrue).length
  return {
    confidence: { published: qualityOf(publishedBy(comparable, weights)), learned: qualityOf(learned) },
    forecast: {
      quality: qualityOf(forecasts),
      ofShare: qualityOf(byShare).brier,
      auroc,
      aurocInterval: auroc === null ? null : aurocInterval(auroc, approved, forecasts.length - approved),
    },
    evaluators: compareEvaluators(verdicts, weights),
  }
}

/** What this model predicted before each verdict, of those it predicted. */
function predictedBy(kind: 'confidence' | 'forecast', verdicts: readonly PredictedVerdict[]) {
  return verdicts.flatMap(({ approved, runId, [kind]: probability }) =>
    probability === null ? [] : [{ probability, isTrue: approved, runId }],
  )
}

/** The confidence by the published formula at each verdict on a run with signals. */
function publishedBy(verdicts: readonly PredictedVerdict[], weights: Asked['weights']) {
  return verdicts.flatMap(({ signals, approved, runId }) => {
    const row = toSignalRow(signals, weights)
    return row ? [{ probability: row.confidence, isTrue: approved, runId }] : []
  })
}
