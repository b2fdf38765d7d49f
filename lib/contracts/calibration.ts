import { z } from 'zod'
import { contract } from './contract'
import { automatedEvaluators } from './evaluators'
import { id, interval, isoTime, queryNumber, unit } from './primitives'
import { lackingVerdicts } from './true-share-good'

/** A mean loss over predicted verdicts. */
export const loss = z.object({
  n: z.number().int().describe('Verdicts that were predicted before they were given'),
  mean: z.number().nullable(),
  interval: interval.nullable().describe('95 % interval of the mean'),
})
/** Predictions of about the same probability. */
export const reliabilityBin = z.object({
  from: z.number(),
  to: z.number(),
  n: z.number().int(),
  predicted: z.number().describe('Mean predicted probability'),
  approved: z.number().describe('Share that people approved'),
  interval,
  runIds: z.array(z.string()).default([]).describe('Runs furthest from the prediction, at most 50'),
})

/** How accurate the predicted verdicts were. */
export const predictionQuality = z.object({
  brier: loss.describe('Mean squared error, 0 to 1; lower is better'),
  logLoss: loss.describe('Mean of -ln of the probability given to the actual verdict, in nats'),
  reliability: z.object({
    bins: z.array(reliabilityBin),
    error: z.number().nullable().describe('Expected calibration error over the bins'),
    noiseFloor: z.number().nullable().describe('The error to expect on average if every probability were exact'),
  }),
})

/** One fitted model, as stamped on its predictions. */
export const modelView = z.object({
  version: z.number().int(),
  method: z.string(),
  verdicts: z
    .number()
    .int()
    .describe(
      'Runs with a verdict it was trained on; a forecast also on failed runs of which a person named the cause',
    ),
  fittedAt: isoTime,
})

const warnings = z.enum(['exceeds_people', 'says_nothing', 'same_model'])

export const calibration = z.object({
  enabled: z.boolean().describe('Whether the desk learns from verdicts'),
  verdicts: z.object({
    total: z.number().int(),
    approved: z.number().int(),
    needed: z.number().int().describe('Minimum number of verdicts to learn from'),
    drawn: z.number().int().describe('Of these, verdicts on runs drawn at random; the others were picked by a person'),
  }),
  confidence: z.object({
    model: modelView.nullable(),
    carriedBy: z
      .enum(['none', 'map_platt', 'map_stack', 'blend', 'blend_isotonic'])
      .describe('The part of the model with most of the weight'),
    published: predictionQuality.describe('The published confidence on the same verdicts'),
    learned: predictionQuality,
  }),
  forecast: z.object({
    model: modelView.nullable(),
    quality: predictionQuality,
    ofShare: loss.describe('Brier score of always predicting the approval rate so far'),
    auroc: z.number().nullable().describe('Probability that an approved run was forecast higher than a rejected one'),
    aurocInterval: interval.nullable().describe('95 % interval of it'),
  }),
  evaluators: z.array(
    z.object({
      evaluator: z.enum(automatedEvaluators),
      n: z.number().int().describe('Runs that both the evaluator and a person judged'),
      agreement: z.number().nullable(),
      agreementInterval: interval.nullable(),
      bias: z.number().nullable().describe('Above 0: more lenient than people'),
      biasInterval: interval.nullable(),
      spread: z.number().nullable().describe('Standard deviation of its values'),
      apart: z.number().int().describe('Runs on which they disagree'),
      runIds: z.array(z.string()).describe('Of these, the latest 200'),
      publishedWeight: z.number(),
      learnedWeight: z
        .number()
        .nullable()
        .describe('Its share of the effect on the probability; null before the first fit'),
      warnings: z.array(warnings),
    }),
  ),
  autoAccept: z.object({
    asked: z.number().describe('Acceptable share of wrongly accepted runs'),
    verdicts: z.number().int().describe('Verdicts on runs drawn at random for audit'),
    needed: z.number().int(),
    drawn: z
      .number()
      .int()
      .optional()
      .describe('Runs drawn at random for audit, the latest 10,000; the verdicts are weighted by the draw'),
    lacking: z
      .array(lackingVerdicts)
      .optional()
      .describe('Kinds of drawn runs with too few such verdicts; without them no threshold is given'),
    threshold: z
      .number()
      .nullable()
      .describe('Lowest safe probability; null if none is safe enough or there are too few verdicts'),
    accepted: z.number().nullable(),
    wrong: z.number().nullable(),
    interval: interval.nullable(),
  }),
  history: z
    .array(modelView.extend({ kind: z.enum(['confidence', 'forecast']) }))
    .describe('The latest 20 fits, newest first'),
})

export const getCalibration = contract({
  name: 'calibration.get',
  summary:
    'Get how far the confidence and the forecast can be trusted: predictions made before a person decided, against the decision.',
  scope: 'read',
  target: 'GET /api/v1/calibration',
  input: z.strictObject({
    errors: queryNumber(unit).default(0.05).describe('Acceptable share of wrongly accepted runs, 0 to 1'),
  }),
  output: calibration,
})

export const predictionView = z.object({
  kind: z.enum(['confidence', 'forecast']).describe('From the signals of its evaluators, or from what its trace shows'),
  probability: z.number().describe('Probability that a person would approve'),
  interval,
  reasons: z.array(z.object({ fact: z.string(), direction: z.enum(['for', 'against']), weight: z.number() })),
  model: modelView,
  predictedAt: isoTime,
})

export const getForecastParts = contract({
  name: 'calibration.forecastParts',
  summary:
    'Get how the forecast of a run adds up, by the fit that made it: probability = 1 / (1 + exp(-(intercept + effects + rest) / divisor)).',
  scope: 'read',
  target: 'GET /api/v1/runs/{runId}/forecast',
  input: z.strictObject({ runId: id }),
  output: z.object({
    model: modelView.describe('The fit that made the forecast'),
    probability: z.number().describe('The forecast as it was made'),
    parts: z
      .object({
        intercept: z.number(),
        terms: z
          .array(
            z.object({
              fact: z.string(),
              value: z.number().describe('Standard deviations from the usual; 1 for the chain of the run'),
              coefficient: z.number().describe('Learned change of the log-odds per unit of the value'),
              effect: z.number().describe('Value times coefficient'),
            }),
          )
          .describe('The facts with a visible effect, largest first'),
        rest: z.number().describe('The sum of all smaller effects'),
        logOdds: z.number().describe('Intercept, effects and rest together'),
        divisor: z
          .number()
          .describe('At least 1: the less certain the coefficients, the closer the forecast is to one half'),
      })
      .nullable()
      .describe('null: what was read from the trace has changed since, so that the forecast cannot be derived again'),
  }),
})

export type ForecastPartsView = z.infer<typeof getForecastParts.output>
export type Calibration = z.infer<typeof calibration>
export type PredictionQualityView = z.infer<typeof predictionQuality>
