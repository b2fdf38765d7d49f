import { z } from 'zod'
import { contract } from './contract'
import { isoTime, unit } from './primitives'

const interval = z.tuple([z.number(), z.number()])
/** A mean of losses over verdicts that were predicted. */
export const loss = z.object({
  n: z.number().int().describe('Verdicts that were predicted before they were given'),
  mean: z.number().nullable(),
  interval: interval.nullable().describe('Where the mean lies at 95 %'),
})
/** Predictions of about the same chance. */
export const reliabilityBin = z.object({
  from: z.number(),
  to: z.number(),
  n: z.number().int(),
  predicted: z.number().describe('Mean chance that was predicted'),
  approved: z.number().describe('Share that people approved'),
  interval,
  runIds: z.array(z.string()).default([]).describe('The runs: those furthest from what was predicted, 50 at most'),
})

/** How good predictions of verdicts were. */
export const predictionQuality = z.object({
  brier: loss.describe('Mean squared error, 0 to 1; lower is better'),
  logLoss: loss.describe('Mean of -ln of the chance that was given to what came, in nats'),
  reliability: z.object({
    bins: z.array(reliabilityBin),
    error: z.number().nullable().describe('Expected calibration error over the bins'),
    noiseFloor: z.number().nullable().describe('What that error would be on average if every chance were true'),
  }),
})

/** One fit, as its predictions are stamped. */
export const modelView = z.object({
  version: z.number().int(),
  method: z.string(),
  verdicts: z.number().int().describe('Verdicts it was learned from'),
  fittedAt: isoTime,
})

const warnings = z.enum(['exceeds_people', 'says_nothing', 'same_model'])

export const calibration = z.object({
  enabled: z.boolean().describe('Whether the desk learns from verdicts'),
  verdicts: z.object({
    total: z.number().int(),
    approved: z.number().int(),
    needed: z.number().int().describe('Fewer teach nothing'),
    drawn: z.number().int().describe('Of them on runs that a rule drew; the others were picked by somebody'),
  }),
  confidence: z.object({
    model: modelView.nullable(),
    carriedBy: z
      .enum(['none', 'map_platt', 'map_stack', 'blend', 'blend_isotonic'])
      .describe('Which part carries the belief'),
    published: predictionQuality.describe('The published confidence on the same verdicts'),
    learned: predictionQuality,
  }),
  forecast: z.object({
    model: modelView.nullable(),
    quality: predictionQuality,
    ofShare: loss.describe('Brier score of always saying the share of approvals so far'),
    auroc: z.number().nullable().describe('Chance that an approved run was forecast higher than a rejected one'),
  }),
  evaluators: z.array(
    z.object({
      evaluator: z.enum(['self', 'peer', 'downstream']),
      n: z.number().int().describe('Runs that both it and a person judged'),
      agreement: z.number().nullable(),
      agreementInterval: interval.nullable(),
      bias: z.number().nullable().describe('Above 0 it is more content than people'),
      biasInterval: interval.nullable(),
      spread: z.number().nullable().describe('Standard deviation of its values'),
      publishedWeight: z.number(),
      learnedWeight: z
        .number()
        .nullable()
        .describe('What it moves the chance by, as a share of all; null before a fit'),
      warnings: z.array(warnings),
    }),
  ),
  autoAccept: z.object({
    asked: z.number().describe('Share of wrongly accepted runs that would be borne'),
    verdicts: z.number().int().describe('Audit verdicts: on runs that a rule drew'),
    needed: z.number().int(),
    threshold: z
      .number()
      .nullable()
      .describe('From which chance on; null where none is safe enough or verdicts are too few'),
    accepted: z.number().nullable(),
    wrong: z.number().nullable(),
    interval: interval.nullable(),
  }),
  history: z
    .array(modelView.extend({ kind: z.enum(['confidence', 'forecast']) }))
    .describe('The latest 20 fits, the newest first'),
})

export const getCalibration = contract({
  name: 'calibration.get',
  tag: 'calibration',
  summary:
    'How far the confidence and the forecast can be trusted: predictions that were made before a person spoke, against what the person said.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/calibration',
  input: z.strictObject({
    errors: z.coerce
      .number()
      .pipe(unit)
      .default(0.05)
      .describe('Share of wrongly accepted runs that would be borne, 0 to 1'),
  }),
  output: calibration,
})

/** What was predicted of one run. */
export const predictionView = z.object({
  kind: z.enum(['confidence', 'forecast']).describe('From the signals of its evaluators, or from what its trace shows'),
  probability: z.number().describe('Chance that a person would approve'),
  interval,
  reasons: z.array(z.object({ fact: z.string(), direction: z.enum(['for', 'against']), weight: z.number() })),
  model: modelView,
  predictedAt: isoTime,
})

export type Calibration = z.infer<typeof calibration>
export type PredictionQualityView = z.infer<typeof predictionQuality>
export type PredictionView = z.infer<typeof predictionView>
