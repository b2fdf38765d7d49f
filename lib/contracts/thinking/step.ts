import { z } from 'zod'
import { json, unit } from '../primitives'
import { maybe } from '../quality/shapes'
import { wireNumber, withAliases } from './wire'

const toolName = z.string().trim().min(1).max(300)
const inputs = z.record(z.string(), json)
const words = z.array(z.string().max(2000)).max(50)

/** A tool as the source's interface names it. Texts of numbers are read as numbers. */
const namedTool = withAliases(
  z.looseObject({
    tool_name: toolName,
    confidence: wireNumber(unit).describe('0 to 1'),
    rationale: z.string().max(5000),
    priority: wireNumber(z.int().min(1)).describe('1 is tried first'),
    alternatives: maybe(z.array(toolName).max(50)),
    suggested_inputs: maybe(inputs),
  }),
)

/** A step as the client describes it. Kept as sent, members of its own included. */
export const clientStep = withAliases(
  z.looseObject({
    step_description: z.string().max(5000),
    expected_outcome: z.string().max(5000),
    recommended_tools: z.array(namedTool).max(100).describe('The tools that the step was done with'),
    next_step_conditions: words,
  }),
)

export const confidenceFactors = z.object({
  template: unit.describe('Confidence in the template'),
  availability: unit.describe('1, or .9 for an alternative that takes the place of a tool the client lacks'),
  context: z
    .number()
    .describe('+.05 for reading and diagnosing in a revision, or for search and navigation on a branch'),
  evidence: z.number().describe('+.1 or -.1 by the latest success or failure of the tool in this session'),
})

export const recommendedTool = z.object({
  tool_name: z.string(),
  confidence: unit.describe('template x availability + context + evidence, within 0 and 1, two decimals'),
  rationale: z.string(),
  priority: z.int().describe('1 is tried first'),
  alternatives: z.array(z.string()).optional(),
  suggested_inputs: inputs.optional(),
  available_as: z.string().optional().describe('The name under which the client has the tool, where it differs'),
  replaces: z.string().optional().describe('The recommended tool that the client lacks'),
  factors: confidenceFactors,
})

/** The step a thought is answered with. */
export const answeredStep = z.object({
  step_number: z.int().describe('Place in the template, from 1'),
  step_count: z.int().describe('Steps of the template'),
  step_description: z.string(),
  expected_outcome: z.string(),
  recommended_tools: z.array(recommendedTool),
  next_step_conditions: z.array(z.string()),
})

export type RecommendedTool = z.infer<typeof recommendedTool>
export type AnsweredStep = z.infer<typeof answeredStep>
