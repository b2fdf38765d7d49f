import { z } from 'zod'
import { identifier, isoTime, json, name } from '../primitives'

/** An optional field for which null means the same as omitting it. */
export function maybe<T extends z.ZodType>(schema: T) {
  // Optional once more for the type: the key itself may be absent from what is parsed.
  const optional = schema
    .nullish()
    .transform((value): z.output<T> | undefined => value ?? undefined)
    .optional()
  return schema.description === undefined ? optional : optional.describe(schema.description)
}

export const jsonObject = z.record(z.string(), json, { error: 'must be a JSON object' })

export const executionResult = jsonObject.describe(
  'The result of an execution, with any members. Fields are looked up in it, then in `results.*.result`, then in `context`. ' +
    'Also read: `status`, `results` ({node: {node_id, success, skipped?, result?, error?}}), `nodes_failed`, ' +
    '`execution_time_ms`, `tokens_used`.',
)

export const intentGraph = z
  .looseObject({
    nodes: z
      .union([z.array(json), jsonObject], { error: 'must be a list of nodes, or an object from id to node' })
      .optional()
      .describe('Ids, or objects with `id` or `node_id` and optionally `dependencies`'),
    edges: z
      .array(json)
      .optional()
      .describe('Objects with `from` and `to`, `from_node` and `to_node`, or `source` and `target`'),
  })
  .describe('The executed graph and its edges')

export const deduction = z.object({
  reason: z.string().describe('The kind of issue, or the violated rule'),
  field: z.string(),
  amount: z.number().describe('Deduction from the factor'),
})

/** One factor of a weighted score. With deductions it scores 1 minus their sum, not below 0; any other can be recomputed from `inputs`. */
export const factorBreakdown = z.object({
  factor: z.string(),
  score: z.number().nullable().describe('0 to 1; null if not measured'),
  weight: z.number().describe('Share of the total weight; the shares sum to 1'),
  contribution: z
    .number()
    .nullable()
    .describe('score x share of the measured weight; the contributions sum to the overall score'),
  deductions: z.array(deduction),
  inputs: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]).nullable()),
})

export const breakdown = z
  .object({
    threshold: z.number().describe('The effective threshold, 0 to 1'),
    factors: z.array(factorBreakdown),
  })
  .describe('The score factor by factor')

export const interval = z.tuple([z.number(), z.number()]).describe('[low, high]')

export const issueSeverity = z.enum(['error', 'warning'])

export const attempt = z.object({ iteration: z.number().int().describe('Counts from 1'), score: z.number() })

/** A time as ISO 8601 with `Z` or an offset, or a date. */
export const moment = z
  .string()
  .refine(
    (text) => isoTime.safeParse(text).success || z.iso.date().safeParse(text).success,
    'must be an ISO 8601 time with Z or an offset, or a date like 2026-01-31',
  )
  .describe('ISO 8601 time with Z or an offset, or a date')

/** The run, and optionally the node, that a check is recorded on, and the chain whose configuration applies. */
export const onRun = {
  runId: maybe(identifier(200)).describe(
    "The run to record the check on, by the desk's id or the client's own, even before it has arrived",
  ),
  chain: maybe(name).describe(
    "The chain whose configuration provides the defaults; taken from runId once that run has arrived. Default: the project's configuration",
  ),
  nodeId: maybe(identifier(200)).describe('The checked node of that run'),
}

export const override = z.object({
  nodeId: z.string().nullable(),
  by: z.string().describe('Who allowed it'),
  at: isoTime,
})

/** Accuracy and performance without deductions, as the examples show them. */
export const fullExampleFactors = [
  {
    factor: 'accuracy',
    score: 1,
    weight: 0.4,
    contribution: 0.4,
    deductions: [],
    inputs: { rules_checked: 0, confidence: 0 },
  },
  {
    factor: 'performance',
    score: 1,
    weight: 0.2,
    contribution: 0.2,
    deductions: [],
    inputs: { time_score: 1, token_score: 1 },
  },
]

export const overrides = z
  .array(override)
  .describe('Verifications of that run that were let through unmet, oldest first; empty without runId')

export type OverrideView = z.infer<typeof override>
export type Deduction = z.infer<typeof deduction>
export type FactorBreakdown = z.infer<typeof factorBreakdown>
