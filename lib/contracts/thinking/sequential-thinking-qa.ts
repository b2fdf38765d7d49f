import { z } from 'zod'
import { contract } from '../contract'
import { identifier, name } from '../primitives'
import { maybe } from '../quality/shapes'
import { answeredStep, clientStep } from './step'
import { type Leavable, wireFlag, wireNumber, withAliases } from './wire'

export const stepOutcomes = ['success', 'failure', 'multiple_options', 'inconclusive'] as const
export const stepOutcome = z.enum(stepOutcomes)

/** A client's own id of a session. */
export const sessionId = identifier(200)
const thoughtNumber = wireNumber(z.int().min(1).max(1_000_000))
const text = (max: number) => z.string().max(max)

export const thoughtInput = withAliases(
  z.strictObject({
    thought: text(100_000)
      .refine((words) => words.trim() !== '', 'must not be empty')
      .describe('The thinking of this step, in words. It is kept as sent.'),
    next_thought_needed: wireFlag.describe('Whether another thought follows'),
    thought_number: thoughtNumber.describe('Number of this thought on its line, from 1'),
    total_thoughts: thoughtNumber.describe('How many thoughts it will take, as far as known; raised to thought_number'),
    is_revision: maybe(wireFlag).describe('This thought reconsiders an earlier one; needs revises_thought'),
    revises_thought: maybe(thoughtNumber).describe(
      'The thought reconsidered: an earlier one of this line or its origins',
    ),
    branch_from_thought: maybe(thoughtNumber).describe('Where a new branch starts; needs branch_id'),
    branch_id: maybe(name).describe('The branch this thought is on; without it the main line'),
    needs_more_thoughts: maybe(wireFlag).describe('Go on after all: forces another thought and raises total_thoughts'),
    verification_target: maybe(
      text(1000).refine((words) => !words.includes('\0'), 'must not contain the character NUL'),
    ).describe('What is being verified: "Tailwind CSS version"'),
    available_client_tools: maybe(z.array(z.string().trim().min(1).max(300)).max(2000)).describe(
      'Names of the tools you have; only these are recommended. Leave out for no filter. Also read as available_mcp_tools or available_tools.',
    ),
    current_step: maybe(clientStep).describe(
      'The step this thought was done with, if you know it; kept as you said it',
    ),
    previous_steps: maybe(z.array(clientStep).max(1000)),
    remaining_steps: maybe(z.array(text(2000)).max(1000)),
    session_id: maybe(sessionId).describe(
      'The session to go on with, or an id of your own; without it a new session is made',
    ),
    workflow: maybe(name).describe(
      'version, syntax, compatibility, test, or a template of the project; found from verification_target or thought when left out',
    ),
    step_outcome: maybe(stepOutcome).describe(
      'How the step of this thought went. success and failure count for the tools in current_step, else for those recommended for it.',
    ),
  }),
  { available_mcp_tools: 'available_client_tools', available_tools: 'available_client_tools' },
)

/** How an agent uses the tool; its schema carries it. */
const USAGE = [
  'Send thoughts one by one with the same session_id; each is answered with the next step that is not yet completed.',
  'To go back, send is_revision true and revises_thought; you get the step of that thought again.',
  'To try another way, send branch_from_thought with a new branch_id, then only branch_id; numbers go on from the origin.',
  'Report step_outcome: failure is answered with suggested_revision, multiple_options with suggested_branch, to send or not.',
  'List your tools in available_client_tools, so that only those are recommended.',
].join(' ')

export const matchedOns = ['workflow', 'verification_target', 'thought', 'revises_thought', 'session'] as const
const number = z.int().min(1)

export const thoughtAnswer = z.object({
  session_id: z.string(),
  thought_number: number,
  total_thoughts: number,
  next_thought_needed: z.boolean(),
  workflow: z.string().nullable().describe('The template followed; null when none was recognised'),
  matched_on: z.enum(matchedOns).nullable().describe('What named the workflow'),
  current_step: answeredStep,
  branches: z.array(z.string()).describe('Ids of all branches of the session, in the order they began'),
  branch: z
    .object({ branch_id: z.string(), branch_from_thought: number, parent_branch_id: z.string().nullable() })
    .nullable()
    .describe('The branch this thought is on; null on the main line'),
  revises_thought: number.nullable(),
  thought_history_length: z.int().describe('Thoughts the session keeps, this one included'),
  unavailable_recommendations: z.array(z.string()).describe('Recommended tools that the client lacks'),
  adjusted: z.boolean().describe('total_thoughts or next_thought_needed differ from what was sent'),
  warnings: z.array(z.string()),
  suggested_revision: z
    .object({ is_revision: z.literal(true), revises_thought: number, thought_number: number, reason: z.string() })
    .optional()
    .describe('Fields to send for the revision that the outcome suggests'),
  suggested_branch: z
    .object({ branch_from_thought: number, branch_id: z.string(), thought_number: number, reason: z.string() })
    .optional()
    .describe('Fields to send for the branch that the outcome suggests'),
  verification_target: z.string().nullable(),
})

export const sequentialThinkingQa = contract({
  name: 'sequential_thinking_qa',
  tag: 'quality',
  summary:
    'Think through a verification step by step: send one thought, get the step of the fitting workflow with recommended tools. Thoughts can revise earlier ones and branch off.',
  scope: 'write',
  effects: ['write'],
  rate: 'quality',
  method: 'POST',
  path: '/api/v1/quality/sequential_thinking_qa',
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
        current_step: {
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
        },
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
