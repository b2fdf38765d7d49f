import { z } from 'zod'
import { contract } from './contract'
import { failureClass, id, isoTime, name, page, plainText, queryFlag, unit } from './primitives'
import { keptStates } from './vocabulary'

/** A fault of a run that can be detected again on another run. */
export const keptFault = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('failure'),
    fingerprint: z.string(),
    failureClass,
    node: z.string(),
    message: z.string(),
  }),
  z.object({ kind: z.literal('finding'), type: z.string(), field: z.string(), text: z.string(), evidence: z.string() }),
  z.object({ kind: z.literal('issue'), type: z.string(), field: z.string(), message: z.string() }),
  z.object({ kind: z.literal('rejected'), by: z.string(), reason: z.string() }),
])

export const keptScenario = z.object({
  id,
  chain: z.string(),
  name: z.string(),
  scenario: z.string().describe('Scenario name on its runs; it does not change with `name`'),
  expected: unit.describe('The expected verdict: 1 approved, else a rating of at least this'),
  faults: z.array(keptFault).describe('The faults when it was kept; none if the run was approved'),
  runId: id.describe('The run it was kept from'),
  version: z.string(),
  by: z.string(),
  keptAt: isoTime,
  retiredAt: isoTime.nullable(),
  retiredBy: z.string().nullable(),
  takenBack: z
    .boolean()
    .describe(
      'The verdict on its run was taken back and none is in force: no version is tried with it, and no gate names it',
    ),
})

export const keptResult = z.object({
  id,
  name: z.string(),
  scenario: z.string(),
  expected: unit,
  fromRunId: id,
  fromVersion: z.string(),
  state: z.enum(keptStates),
  fault: keptFault.nullable().describe('The fault that recurred, else one of the original faults'),
  runs: z.number().int().describe('Runs of it on this version that were examined, the newest five'),
  showing: z.number().int().describe('How many of them are in this state'),
  runId: id.nullable().describe('The newest run in this state'),
  quality: z.number().nullable(),
  by: z.string().nullable().describe('Name of the reviewer, if a person judged it'),
})

export const keepScenario = contract({
  name: 'keptScenarios.keep',
  tag: 'chains',
  summary:
    'Keep the request of a reviewed run as a scenario: every later version of its chain is tried with it. The same request is kept only once.',
  scope: 'decide',
  hints: { idempotent: true },
  target: 'POST /api/v1/runs/{runId}/scenario',
  input: z.strictObject({
    runId: id,
    name: name.optional().describe('Display name; default: derived from the request'),
    expected: unit.default(1).describe('The expected verdict: 1 approved, else a rating of at least this'),
  }),
  output: z.object({
    scenario: keptScenario,
    outcome: z
      .enum(['kept', 'known', 'revived'])
      .describe('known: its request was already kept; revived: it had been retired, or its verdict taken back'),
  }),
  examples: [{ body: { name: 'refund without order' } }],
})

export const getRunScenario = contract({
  name: 'keptScenarios.ofRun',
  tag: 'chains',
  summary: "Get the scenario that a run's request was kept as, or why it cannot be kept.",
  scope: 'read',
  target: 'GET /api/v1/runs/{runId}/scenario',
  input: z.strictObject({ runId: id }),
  output: z.object({
    scenario: keptScenario.nullable(),
    refusal: z.string().nullable().describe('Why it cannot be kept now; null if it can, or is'),
    suggestedName: z.string(),
  }),
})

export const listKeptScenarios = contract({
  name: 'keptScenarios.list',
  tag: 'chains',
  summary: 'List the kept scenarios of a chain, each with its result on the newest version.',
  scope: 'read',
  target: 'GET /api/v1/chains/{chain}/kept-scenarios',
  input: z.strictObject({
    chain: name,
    retired: queryFlag
      .default(false)
      .describe('List the retired ones instead, page by page; those in use are at most 200, all in one page'),
    ...page,
  }),
  output: z.object({
    version: z.string().nullable().describe('The newest version, which the results are of'),
    scenarios: z.array(keptScenario.extend({ standing: keptResult.nullable() })),
    retired: z.number().int().describe('Number of retired scenarios'),
    next: z.string().nullable(),
  }),
})

export const updateKeptScenario = contract({
  name: 'keptScenarios.update',
  tag: 'chains',
  summary: 'Rename a kept scenario, retire it so that later versions are not tried with it, or restore it.',
  scope: 'decide',
  hints: { idempotent: true },
  target: 'PATCH /api/v1/chains/{chain}/kept-scenarios/{scenarioId}',
  input: z
    .strictObject({
      chain: name,
      scenarioId: id,
      name: plainText(200).min(1).optional(),
      retired: z.boolean().optional(),
    })
    .refine(({ name: renamed, retired }) => renamed !== undefined || retired !== undefined, {
      path: ['name'],
      error: 'send a name, or retired',
    }),
  output: z.object({ scenario: keptScenario }),
  examples: [{ body: { name: 'refund without an order' } }, { body: { retired: true } }],
})

export type KeptFault = z.infer<typeof keptFault>
export type KeptScenario = z.infer<typeof keptScenario>
export type KeptResult = z.infer<typeof keptResult>
export type KeptState = KeptResult['state']
