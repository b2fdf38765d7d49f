import { z } from 'zod'
import { contract } from '../contract'
import { isRecord } from '../is-record'
import { identifier, json, name, unit } from '../primitives'
import { maybe } from '../quality/shapes'

const WHOLE = /^\s*[+-]?\d+(?:\.\d+)?\s*$/
const FLAG = /^\s*(true|false)\s*$/i

/** Also accepts a number as text: "3". Any other text is passed on for the schema to reject. */
export function wireNumber<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value: z.input<T> | string) => (typeof value === 'string' && WHOLE.test(value) ? Number(value) : value),
    schema,
  )
}

/** Also accepts a boolean as text: "false". */
export const wireFlag = z.preprocess((value: boolean | string) => {
  const word = typeof value === 'string' ? FLAG.exec(value)?.[1] : undefined
  return word === undefined ? value : word.toLowerCase() === 'true'
}, z.boolean())

/**
 * Accepts the fields of `schema` under other names too: camelCase of its own fields, and `aliases` (other name to field). If a field is
 * present under its own name, its alias is left in place and rejected as unknown.
 */
export function withAliases<T extends z.ZodObject>(
  schema: T,
  aliases: Readonly<Record<string, keyof T['shape']>> = {},
) {
  const known = new Map<string, string>(Object.entries(aliases).map(([alias, field]) => [alias, String(field)]))
  for (const field of Object.keys(schema.shape)) known.set(field, field)
  const fieldOf = (name: string) => known.get(name) ?? known.get(snakeCase(name)) ?? name
  return z.preprocess((value: z.input<T>) => {
    if (!isRecord(value)) return value
    const named: [string, unknown][] = Object.entries(value)
    return Object.fromEntries(
      named.map(([name, content]) => {
        const field = fieldOf(name)
        return [field in value ? name : field, content]
      }),
    )
  }, schema)
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** T with the fields that may be undefined made optional. */
type Leavable<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K]
}

const toolName = z.string().trim().min(1).max(300)
const inputs = z.record(z.string(), json)
const words = z.array(z.string().max(2000)).max(50)

/** A tool as named by the source's interface. Numbers may be sent as text. */
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

/** A step as described by the client. Stored unchanged, including additional members. */
export const clientStep = withAliases(
  z.looseObject({
    step_description: z.string().max(5000),
    expected_outcome: z.string().max(5000),
    recommended_tools: z.array(namedTool).max(100).describe('The tools the step was done with'),
    next_step_conditions: words,
  }),
)

export const confidenceFactors = z.object({
  template: unit.describe('Confidence in the template'),
  availability: unit.describe('1, or .9 for an alternative to a tool the client lacks'),
  context: z
    .number()
    .describe('+.05 for reading and diagnosing in a revision, or for search and navigation on a branch'),
  evidence: z.number().describe('+.1 or -.1 by the latest success or failure of the tool in this session'),
})

export const recommendedTool = z.looseObject({
  tool_name: z.string(),
  confidence: unit.describe('template x availability + context + evidence, within 0 and 1, two decimals'),
  rationale: z.string(),
  priority: z.int().describe('1 is tried first'),
  alternatives: z.array(z.string()).optional(),
  suggested_inputs: inputs.optional(),
  available_as: z.string().optional().describe("The client's name for the tool, if different"),
  replaces: z.string().optional().describe('The recommended tool that the client lacks'),
  factors: confidenceFactors.optional().describe('Omitted for a tool of your own step'),
})

/** The step in the answer: the client's own if sent, unchanged, else that of the template. */
export const answeredStep = z.looseObject({
  step_number: z.int().describe('Position in the template, from 1'),
  step_count: z.int().describe('Steps of the template'),
  step_description: z.string(),
  expected_outcome: z.string(),
  recommended_tools: z.array(recommendedTool),
  next_step_conditions: z.array(z.string()),
})

export type RecommendedTool = z.infer<typeof recommendedTool>
export type AnsweredStep = z.infer<typeof answeredStep>

export const stepOutcomes = ['success', 'failure', 'multiple_options', 'inconclusive'] as const
export const stepOutcome = z.enum(stepOutcomes)

/** Session id chosen by the client. */
export const sessionId = identifier(200)
const thoughtNumber = wireNumber(z.int().min(1).max(1_000_000))
const text = (max: number) => z.string().max(max)

export const thoughtInput = withAliases(
  z.strictObject({
    thought: text(100_000)
      .refine((words) => words.trim() !== '', 'must not be empty')
      .describe('The thinking of this step, as text. Stored unchanged.'),
    next_thought_needed: wireFlag.describe('Whether another thought follows'),
    thought_number: thoughtNumber.describe('Number of this thought on its line, from 1'),
    total_thoughts: thoughtNumber.describe('Estimated number of thoughts; raised to thought_number'),
    is_revision: maybe(wireFlag).describe('This thought reconsiders an earlier one; needs revises_thought'),
    revises_thought: maybe(thoughtNumber).describe(
      'The thought reconsidered: an earlier one of this line or its origins',
    ),
    branch_from_thought: maybe(thoughtNumber).describe('Where a new branch starts; needs branch_id'),
    branch_id: maybe(name).describe('The branch this thought is on; without it the main line'),
    needs_more_thoughts: maybe(wireFlag).describe(
      'Continue after all: forces another thought and raises total_thoughts',
    ),
    verification_target: maybe(
      text(1000).refine((words) => !words.includes('\0'), 'must not contain the character NUL'),
    ).describe('What is being verified: "Tailwind CSS version"'),
    available_client_tools: maybe(z.array(z.string().trim().min(1).max(300)).max(2000)).describe(
      'Names of your tools; only these are recommended. Omit for no filter. Also accepted as available_mcp_tools or available_tools.',
    ),
    current_step: maybe(clientStep).describe(
      'The step this thought was done with, if known; stored and returned unchanged',
    ),
    previous_steps: maybe(z.array(clientStep).max(1000)).describe(
      'Checked, not used: the thoughts of the session decide the step',
    ),
    remaining_steps: maybe(z.array(text(2000)).max(1000)).describe('As previous_steps'),
    session_id: maybe(sessionId).describe(
      'The session to continue, or an id of your own; without it a new session is created',
    ),
    workflow: maybe(name).describe(
      'version, syntax, compatibility, test, or a template of the project; default: found from verification_target or thought',
    ),
    step_outcome: maybe(stepOutcome).describe(
      'Outcome of the step of this thought. success and failure count for the tools in current_step, else for those recommended for it.',
    ),
  }),
  { available_mcp_tools: 'available_client_tools', available_tools: 'available_client_tools' },
)

/** Usage instructions for agents, part of the tool's schema. */
const USAGE = [
  'Send thoughts one by one with the same session_id; each is answered with the next step that is not yet completed.',
  'To go back, send is_revision true and revises_thought; you get the step of that thought again.',
  'To try another way, send branch_from_thought with a new branch_id, then only branch_id; numbers continue from the origin.',
  'Report step_outcome: failure returns suggested_revision, multiple_options returns suggested_branch; sending them is optional.',
  'List your tools in available_client_tools, so that only those are recommended.',
].join(' ')

export const matchedOns = ['workflow', 'verification_target', 'thought', 'revises_thought', 'session'] as const
const number = z.int().min(1)

export const thoughtAnswer = z.object({
  session_id: z.string(),
  thought_number: number,
  total_thoughts: number,
  next_thought_needed: z.boolean(),
  workflow: z.string().nullable().describe('The template followed; null if none matched'),
  matched_on: z.enum(matchedOns).nullable().describe('What selected the workflow'),
  current_step: answeredStep,
  branches: z.array(z.string()).describe('Ids of all branches of the session, in the order they were started'),
  branch: z
    .object({ branch_id: z.string(), branch_from_thought: number, parent_branch_id: z.string().nullable() })
    .nullable()
    .describe('The branch this thought is on; null on the main line'),
  revises_thought: number.nullable(),
  thought_history_length: z.int().describe('Thoughts stored in the session, including this one'),
  unavailable_recommendations: z
    .array(z.string())
    .describe('Recommended tools the client lacks; those of your own step are kept in it'),
  adjusted: z.boolean().describe('total_thoughts or next_thought_needed differ from what was sent'),
  warnings: z.array(z.string()),
  suggested_revision: z
    .object({ is_revision: z.literal(true), revises_thought: number, thought_number: number, reason: z.string() })
    .optional()
    .describe('Fields to send for the revision suggested by the outcome'),
  suggested_branch: z
    .object({ branch_from_thought: number, branch_id: z.string(), thought_number: number, reason: z.string() })
    .optional()
    .describe('Fields to send for the branch suggested by the outcome'),
  verification_target: z.string().nullable(),
})

/** The step that answers the first thought of the examples. */
export const exampleStep = {
  step_number: 1,
  step_count: 4,
  step_description: 'Find the tests of the login and how they are run',
  expected_outcome: 'The command that runs them, in an environment that is ready',
  recommended_tools: [
    {
      tool_name: 'read_file',
      confidence: 0.9,
      rationale: 'Read the test set-up and the scripts of the project',
      priority: 1,
      factors: { template: 0.9, availability: 1, context: 0, evidence: 0 },
    },
    {
      tool_name: 'execute_command',
      confidence: 0.8,
      rationale: 'Install what the tests need and list them',
      priority: 2,
      factors: { template: 0.8, availability: 1, context: 0, evidence: 0 },
    },
  ],
  next_step_conditions: ['Command known', 'Environment ready'],
}

export const sequentialThinkingQa = contract({
  name: 'sequential_thinking_qa',
  tag: 'quality',
  summary:
    'Think through a verification step by step: send one thought, get the step of the fitting workflow with recommended tools. Thoughts can revise earlier ones and branch off.',
  scope: 'write',
  rate: 'quality',
  target: 'POST /api/v1/quality/sequential_thinking_qa',
  input: thoughtInput.describe(USAGE),
  output: thoughtAnswer,
  examples: [
    {
      body: {
        session_id: 'flaky-login-test',
        thought: 'The login test fails about once in ten runs. First reproduce it, then read the log of a failing run.',
        thought_number: 1,
        total_thoughts: 4,
        next_thought_needed: true,
        workflow: 'test',
        verification_target: 'the login test',
      },
      answer: {
        session_id: 'flaky-login-test',
        thought_number: 1,
        total_thoughts: 4,
        next_thought_needed: true,
        workflow: 'test',
        matched_on: 'workflow',
        current_step: exampleStep,
        branches: [],
        branch: null,
        revises_thought: null,
        thought_history_length: 1,
        unavailable_recommendations: [],
        adjusted: false,
        warnings: [],
        verification_target: 'the login test',
      },
    },
  ],
})

export type StepOutcome = z.infer<typeof stepOutcome>
export type ThoughtInput = Leavable<z.output<typeof thoughtInput>>
export type ThoughtAnswer = z.infer<typeof thoughtAnswer>
export type MatchedOn = (typeof matchedOns)[number]
