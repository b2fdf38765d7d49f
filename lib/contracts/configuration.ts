import { z } from 'zod'
import { byEvaluator, evaluatorRules, evaluators } from './evaluators'
import { plainText, profile, unit } from './primitives'
import { rerunStrategies, validationRules } from './vocabulary'

const weight = z.number().min(0).max(1e6).describe('Relative weight, 0 to 1,000,000; weights are divided by their sum.')
const text = plainText(2000)
const count = (min: number, max: number) => z.number().int().min(min).max(max)
export const NOT_ALL_ZERO = 'must not all be zero'

const scoringWeights = z.strictObject({ completeness: weight, accuracy: weight, performance: weight })
const strattWeights = z.strictObject({ conformance: weight, completeness: weight, efficiency: weight })
const STANDARD_WEIGHTS = evaluators.map((who) => evaluatorRules[who].weight.toFixed(2)).join(', ')
const confidenceWeights = z.strictObject(byEvaluator(() => weight))
const strategyLabels = z.strictObject({ partial: text, full: text, adaptive: text })
const taskTypes = z
  .record(z.string().trim().min(1).max(100), z.boolean())
  .refine((types) => Object.keys(types).length <= 200, 'contains more than 200 types')

/** A group in which some or all keys are set. Omitted keys are inherited, so only a complete group can be all zero here. */
function someOf<S extends z.core.$ZodLooseShape>(group: z.ZodObject<S, z.core.$strict>) {
  const size = Object.keys(group.shape).length
  return group.partial().refine((weights) => {
    const given = Object.values(weights).filter((value) => value !== undefined)
    return given.length < size || given.some((value) => value !== 0)
  }, NOT_ALL_ZERO)
}

/** The block of a `gaff.json`, key for key. */
export const qualityAssurance = z.strictObject({
  enabled: z.boolean().optional().describe('Whether the quality check scores runs. Default true.'),
  auto_rerun_on_failure: z
    .boolean()
    .optional()
    .describe('Whether an insufficient run is retried; otherwise a person decides immediately. Default true.'),
  quality_threshold: unit
    .optional()
    .describe('Quality at or above which a result is acceptable, 0 to 1. Default 0.85.'),
  max_rerun_attempts: count(0, 999)
    .optional()
    .describe('Reruns after the first attempt, 0 to 999; attempts are one more. Default 2.'),
  validation_rules: z
    .array(z.enum(validationRules))
    .max(validationRules.length)
    .refine((rules) => new Set(rules).size === rules.length, 'names a check twice')
    .optional()
    .describe('The checks to run; an omitted check is skipped. Default: all four.'),
  scoring_weights: someOf(scoringWeights).optional().describe('Weights of the quality check. Default 0.4, 0.4, 0.2.'),
  rerun_strategies: strategyLabels
    .partial()
    .optional()
    .describe('Meaning of each strategy for readers. Returned to callers; changes no score.'),
  default_strategy: z
    .enum(rerunStrategies)
    .optional()
    .describe('Strategy to use if no failure suggests a better one. Default adaptive.'),
})

const qualityGate = z.strictObject({
  quality_threshold: z.number().min(1).max(5).optional().describe('Lowest passing judge score, 1 to 5. Default 3.'),
  foundation_min_dependents: count(1, 1000)
    .optional()
    .describe('Number of dependents from which a task is a foundation, 1 to 1000. Default 3.'),
  requires_tool_calls: taskTypes
    .optional()
    .describe('Whether a task type requires a tool call, by type. Default: the built-in rules.'),
})

const verification = z.strictObject({
  max_attempts: count(0, 100).optional().describe('Attempts at tests and files, 0 to 100. Default 2.'),
  compilation_max_attempts: count(0, 100).optional().describe('Attempts at a compilation, 0 to 100. Default 8.'),
})

const dependents = z.strictObject({
  threshold: unit
    .optional()
    .describe('Share of dependencies that must have completed, 0 to 1. Default: depends on how the others failed.'),
})

const judge = z.strictObject({
  enabled: z.boolean().optional().describe('Whether a connected judge is asked. Default true.'),
  daily_cap_usd: z
    .number()
    .min(0)
    .max(1e6)
    .optional()
    .describe('Spending limit per day (UTC) in US dollars. Default 5.'),
  input_usd_per_million: z.number().min(0).max(1e6).optional().describe('Input price per million tokens. Default 0.'),
  output_usd_per_million: z.number().min(0).max(1e6).optional().describe('Output price per million tokens. Default 0.'),
  timeout_seconds: z.number().min(1).max(600).optional().describe('Timeout of one answer, 1 to 600 s. Default 30.'),
  retries: count(0, 10).optional().describe('Retries if the judge cannot be reached, 0 to 10. Default 2.'),
  breaker_rejections: count(1, 1000)
    .optional()
    .describe('Consecutive rejections after which the judge is no longer asked about a worker, 1 to 1000. Default 5.'),
  cool_down_seconds: z
    .number()
    .min(1)
    .max(86_400)
    .optional()
    .describe('Time until a stopped worker gets one more judgement, 1 to 86,400 s. Default 300.'),
})

const thinking = z.strictObject({
  max_thoughts: count(1, 100_000)
    .optional()
    .describe('Thoughts a session keeps, 1 to 100,000; the oldest are dropped first. Default 1000.'),
})

const deadLetters = z.strictObject({
  max_attempts: count(1, 100).optional().describe('Attempts before a person is asked, 1 to 100. Default 3.'),
})

const learning = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe('Whether the desk learns from the verdicts of people to predict verdicts on other runs. Default true.'),
})

const review = z.strictObject({
  audit_share: unit.optional().describe('Share of live runs drawn at random for review. Default 0.05; 0: none.'),
  second_share: unit.optional().describe('Share of reviewed runs drawn at random for a second reviewer. Default 0.'),
  blind: z
    .boolean()
    .optional()
    .describe(
      'Whether scores, predictions and other verdicts stay hidden until the reviewer submits a verdict. Default true.',
    ),
  sent_labels: z
    .boolean()
    .optional()
    .describe(
      'Whether a run may bring a human label of another tool, as a signal under the name of its key. Otherwise such a run is refused, and a trace is taken without the label. Default true.',
    ),
})

/** What a project may set, with the keys of the source documents. Omitted keys are inherited. */
export const projectConfiguration = z.strictObject({
  quality_assurance: qualityAssurance.optional(),
  stratt_weights: someOf(strattWeights).optional().describe('Weights of the trace quality. Default 0.40, 0.35, 0.25.'),
  efficiency_reference: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe('Share of useful tokens that counts as full efficiency, above 0 and up to 1. Default 1.'),
  confidence_weights: someOf(confidenceWeights)
    .optional()
    .describe(`Weights of the evaluators. Default ${STANDARD_WEIGHTS}.`),
  quality_gate: qualityGate.optional(),
  verification: verification.optional(),
  dependents: dependents.optional(),
  judge: judge.optional(),
  thinking: thinking.optional(),
  dead_letters: deadLetters.optional(),
  learning: learning.optional(),
  review: review.optional(),
})

/** Chain-only settings: the scoring profile, and how versions are compared. */
export const chainSettings = z.strictObject({
  profile: profile.optional().describe('Scoring profile used as the quality of its runs. Default stratt.'),
  regression_threshold: unit
    .optional()
    .describe('Drop of the mean above which it is a regression, 0 to 1. Default 0.05.'),
  min_live_runs: count(1, 10_000).optional().describe('Live runs required for a verdict, 1 to 10,000. Default 3.'),
  gate_hours: z
    .number()
    .positive()
    .max(24 * 90)
    .optional()
    .describe('Hours a gate waits for a decision, up to 2160. Default 24.'),
  gate_quorum: count(1, 20)
    .optional()
    .describe('Approvals by different people that a gate requires, 1 to 20. One rejection rejects. Default 1.'),
})

/** What a chain may set: everything a project may, and its own settings. */
export const configuration = projectConfiguration.extend(chainSettings.shape)

/** Every effective value, each from the most specific level that sets it: chain, project, default. */
export const effectiveConfiguration = chainSettings.required().extend({
  quality_assurance: qualityAssurance
    .required()
    .extend({ scoring_weights: scoringWeights, rerun_strategies: strategyLabels }),
  stratt_weights: strattWeights,
  efficiency_reference: z.number().gt(0).max(1),
  confidence_weights: confidenceWeights,
  quality_gate: qualityGate.required().extend({ requires_tool_calls: taskTypes }),
  verification: verification.required(),
  /** Null: depends on how the other dependencies failed. */
  dependents: z.strictObject({ threshold: unit.nullable() }),
  judge: judge.required(),
  thinking: thinking.required(),
  dead_letters: deadLetters.required(),
  learning: learning.required(),
  review: review.required(),
})

export type Configuration = z.infer<typeof configuration>
export type EffectiveConfiguration = z.infer<typeof effectiveConfiguration>
