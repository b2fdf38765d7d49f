import { z } from 'zod'
import { BATCH_BODY } from './body-limits'
import { type AutomatedEvaluator, automatedEvaluators, evaluatorRules } from './evaluators'
import { isoTime, unit } from './primitives'
import { interval, maybe } from './quality/shapes'
import { tool } from './quality/tool'
import { weight } from './quality-criteria'
import { signalFields } from './signals'

const MAX_VERDICTS = 20_000
const MAX_RUNS = 20_000
const MAX_UNLABELLED = 100_000

const signals = z
  .strictObject({
    ...signalFields,
    human: signalFields.human.describe("Accepted but ignored: the person's verdict is what is predicted"),
  })
  .describe('An omitted or null signal is missing, which is not zero')

const byAutomated = <T extends z.ZodType>(schema: T) =>
  z.strictObject(Object.fromEntries(automatedEvaluators.map((who) => [who, schema])) as Record<AutomatedEvaluator, T>)
const defaultWeights = automatedEvaluators.map((who) => evaluatorRules[who].weight.toFixed(2))

const level = maybe(z.number().gt(0).lt(1)).describe('Level of the intervals, between 0 and 1; 0.95 by default')
const loss = z.number().nullable()

export const calibrateConfidence = tool({
  name: 'calibrate_confidence',
  summary:
    "Estimate the probability that a person would approve a run from its evaluators' signals, learned from verdicts, beside the published confidence.",
  body: BATCH_BODY,
  costly: 'verdicts',
  input: z.strictObject({
    verdicts: z
      .array(
        z.strictObject({
          signals,
          approved: z.boolean().describe("The person's verdict"),
          at: maybe(isoTime).describe(
            'Time of the verdict; verdicts are learned in this order, those without it first',
          ),
          probability: maybe(z.number().gt(0).max(1)).describe(
            'Probability with which this run was drawn for review, if drawn by a rule; 1 by default',
          ),
        }),
      )
      .max(MAX_VERDICTS)
      .describe('Verdicts of people on runs; at least 8 are needed to learn'),
    apply: z.array(z.strictObject({ signals })).max(MAX_RUNS).describe('The runs to estimate'),
    level,
    weights: maybe(byAutomated(weight.optional())).describe(
      `Weights of the published confidence: ${new Intl.ListFormat('en-GB').format(defaultWeights)} by default, divided by the sum of those present`,
    ),
  }),
  output: z.object({
    method: z
      .enum(['none', 'map_platt', 'map_stack', 'blend', 'blend_isotonic'])
      .describe(
        'The regression with 99 % of the belief, or a blend with the published confidence; from 300 verdicts a monotone curve over it if that does better; none below 8 verdicts',
      ),
    n: z.number().int().describe('Verdicts on runs with a signal'),
    weights: byAutomated(z.number().optional())
      .nullable()
      .describe('Effect of each signal on the probability from 0 to 1, as a share of all; negative lowers it'),
    results: z
      .array(
        z.object({
          confidence: z
            .number()
            .nullable()
            .describe('The published confidence of these signals, unchanged; null without signals'),
          calibrated: z
            .number()
            .nullable()
            .describe('The probability, 0 to 1; null below 8 verdicts and without a signal'),
          interval: interval.nullable().describe('Interval of the probability at the level'),
        }),
      )
      .describe('One for each run, in input order'),
    prequential: z
      .object({
        n: z.number().int().describe('Verdicts that were predicted'),
        logLossPublished: loss,
        logLossCalibrated: loss,
        brierPublished: loss,
        brierCalibrated: loss,
      })
      .describe('Losses on each verdict from the ninth on, predicted from the earlier ones; lower is better'),
  }),
  examples: [
    {
      body: {
        verdicts: [
          { signals: { self: 0.9, peer: 0.8 }, approved: true },
          { signals: { self: 0.8, peer: 0.9 }, approved: true },
          { signals: { self: 0.95, peer: 0.4 }, approved: false },
          { signals: { self: 0.6, peer: 0.3 }, approved: false },
          { signals: { self: 0.9, peer: 0.7 }, approved: true },
          { signals: { self: 0.85, peer: 0.2 }, approved: false },
          { signals: { self: 0.7, peer: 0.6 }, approved: true },
          { signals: { self: 0.99, peer: 0.5 }, approved: false },
        ],
        apply: [{ signals: { self: 0.95, peer: 0.75 } }, { signals: { self: 0.95, peer: 0.3 } }],
      },
      answer: {
        method: 'blend',
        n: 8,
        weights: { self: 0.3185987829535069, peer: 0.681401217046493 },
        results: [
          {
            confidence: 0.8249999999999998,
            calibrated: 0.7788698883140679,
            interval: [0.4107855934049173, 0.9462911356937236],
          },
          {
            confidence: 0.5437499999999998,
            calibrated: 0.4271725879848203,
            interval: [0.09898659596061866, 0.66376800485318],
          },
        ],
        prequential: {
          n: 0,
          logLossPublished: null,
          logLossCalibrated: null,
          brierPublished: null,
          brierCalibrated: null,
        },
      },
    },
  ],
})

const stratum = maybe(z.string().max(500)).describe('A part of the runs that differs from the others, such as a chain')
const automated = unit.describe('Automated score, 0 to 1')
const share = z.number().nullable().describe('0 to 1; null without a verdict')

export const estimateQuality = tool({
  name: 'estimate_quality',
  summary:
    'Estimate the true share of good runs of a period, with an interval, from few verdicts and the automated scores of all runs.',
  body: BATCH_BODY,
  costly: 'unlabelled',
  input: z.strictObject({
    labelled: z
      .array(
        z.strictObject({ automated, verdict: unit.describe("The person's verdict: 0 is bad, 1 is good"), stratum }),
      )
      .max(MAX_VERDICTS)
      .describe('Runs that a person judged, drawn at random from the period or from each stratum'),
    unlabelled: z.array(z.strictObject({ automated, stratum })).max(MAX_UNLABELLED).describe('All other runs'),
    level,
  }),
  output: z.object({
    estimate: share,
    interval,
    method: z
      .enum(['classical', 'wilson', 'ppi'])
      .describe(
        "ppi: assisted by the scores. Otherwise from the verdicts alone: wilson if they are yes or no or do not differ, else classical, by Student's t",
      ),
    correlation: z.number().nullable().describe('Of score and verdict; null if one does not vary'),
    effectiveLabels: z.number().describe('How many verdicts without scores would give the same precision'),
    labelsOnly: z.object({ estimate: share, interval }).describe('Estimate from the verdicts alone'),
    automatedMean: z
      .number()
      .nullable()
      .describe('Mean automated score of all runs, not an estimate of the truth; null without a run'),
    stratified: z.boolean().describe('Estimated by stratum, if each has 5 verdicts'),
  }),
  examples: [
    {
      body: {
        labelled: [
          { automated: 0.95, verdict: 1 },
          { automated: 0.9, verdict: 1 },
          { automated: 0.85, verdict: 1 },
          { automated: 0.92, verdict: 1 },
          { automated: 0.4, verdict: 0 },
          { automated: 0.8, verdict: 1 },
          { automated: 0.35, verdict: 0 },
          { automated: 0.7, verdict: 1 },
          { automated: 0.5, verdict: 0 },
          { automated: 0.88, verdict: 1 },
        ],
        unlabelled: [
          { automated: 0.9 },
          { automated: 0.8 },
          { automated: 0.6 },
          { automated: 0.95 },
          { automated: 0.45 },
          { automated: 0.7 },
          { automated: 0.85 },
          { automated: 0.3 },
          { automated: 0.75 },
          { automated: 0.9 },
        ],
      },
      answer: {
        estimate: 0.695,
        interval: [0.4097428256761184, 0.882075052305668],
        method: 'ppi',
        correlation: 0.9390475805828928,
        effectiveLabels: 17.39769791175846,
        labelsOnly: { estimate: 0.7, interval: [0.39677814746114537, 0.8922087325936989] },
        automatedMean: 0.7224999999999999,
        stratified: false,
      },
    },
  ],
})

export type CalibrateConfidence = typeof calibrateConfidence
export type EstimateQuality = typeof estimateQuality
