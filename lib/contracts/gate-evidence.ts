import { z } from 'zod'
import {
  chainDrift,
  comparabilityWarning,
  comparedOn,
  dropOdds,
  dropVerdict,
  factorChange,
  pairedDrop,
  scenarioChange,
  verdictWord,
} from './drop-evidence'
import { executionView } from './executions'
import { keptResult } from './kept-scenarios'
import { id, isoTime, sampleMean } from './primitives'
import { runRow } from './runs'

const dot = z.object({
  runId: id,
  score: z.number().nullable(),
  scenario: z.string().nullable(),
  blocked: z.boolean(),
  occurredAt: isoTime,
})

/** The evidence a gate is decided on. Computed from the runs while pending, frozen with the decision. */
export const gateEvidence = z.object({
  verdict: dropVerdict.nullable().describe('By the rule alone; null for a gate on a run'),
  word: verdictWord.nullable().default(null),
  threshold: z.number(),
  minLiveRuns: z.number(),
  profile: z.string(),
  delta: z.number().nullable(),
  prior: sampleMean.extend({ version: z.string(), dots: z.array(dot) }).nullable(),
  current: sampleMean.extend({ version: z.string(), dots: z.array(dot) }),
  probability: dropOdds.nullable(),
  factors: z.array(factorChange).describe('Over the sampled live runs'),
  paired: pairedDrop
    .nullable()
    .default(null)
    .describe('The drop on the scenarios that both ran; null if they share none'),
  scenarios: z.array(scenarioChange).default([]).describe('Largest drop first, at most 100'),
  kept: z
    .array(keptResult)
    .default([])
    .describe('How scenarios kept from other versions did on this one, recurred faults first'),
  drift: chainDrift.nullable().default(null).describe('Null for the first version of a chain'),
  warnings: z.array(comparabilityWarning).default([]).describe('Why the two versions may not be comparable'),
  run: runRow.nullable().describe('The run, for a gate on a run.'),
  execution: executionView.nullable().default(null).describe('All attempts of its execution.'),
  bestAttempt: z
    .object({ attempt: z.number(), runId: id, score: z.number() })
    .nullable()
    .describe('The best attempt, if one click would accept it.'),
  acceptFrom: z.number().nullish().describe('The score at which the run is accepted, if it has its own threshold.'),
  notes: z.array(z.string()),
})

const openingSide = z.object({ version: z.string(), n: z.number().int(), mean: z.number() })

/** The result of the regression check that opened the gate. Never updated, whatever later runs show. */
export const gateOpening = z.object({
  verdict: dropVerdict,
  word: verdictWord,
  delta: z.number(),
  threshold: z.number(),
  probability: dropOdds.nullable(),
  prior: openingSide,
  current: openingSide,
  comparedOn,
})

const pairedRun = z.object({
  runId: id,
  clientId: z.string(),
  score: z.number().nullable(),
  answer: z.string().nullable().describe('The output, or the error the run ended with; null if it sent neither'),
  isError: z.boolean(),
  isCut: z.boolean().describe('Whether the answer is truncated'),
  issues: z.array(z.string()).describe('The first findings in it'),
})

/** A place where two structured answers differ. */
const pairDifference = z.object({
  path: z.string().describe('Such as `lines[0].amount`'),
  prior: z.string().nullable().describe('Abbreviated; null if nothing is there'),
  current: z.string().nullable(),
})

/** A run of the current version worth reading, with one of the previous version on the same scenario if it exists. */
export const gatePair = z.object({
  scenario: z.string().nullable(),
  request: z.string().nullable().describe('The request of the current one'),
  prior: pairedRun.nullable(),
  current: pairedRun,
  change: z.number().nullable(),
  differences: z
    .array(pairDifference)
    .describe('The first places where structured answers differ, lost ones first; none between texts'),
  differing: z.number().int().describe('Number of all such places'),
})

export type GateEvidence = z.infer<typeof gateEvidence>
export type GateOpening = z.infer<typeof gateOpening>
export type GatePair = z.infer<typeof gatePair>
