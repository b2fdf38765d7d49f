import { z } from 'zod'
import { contract } from './contract'
import { failureClass, id, isoTime, name, plainText, queryFlag, unit } from './primitives'
import { keptStates } from './vocabulary'

/** What was wrong with a run, as far as it can be told again on another run. */
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
  scenario: z.string().describe('What its runs are called; it stays when the name changes'),
  expected: unit.describe('The verdict it should get: 1 approved, else a rating of at least this'),
  faults: z.array(keptFault).describe('What was wrong when it was kept; none where the run was approved'),
  runId: id.describe('The run that it was kept from'),
  version: z.string(),
  by: z.string(),
  keptAt: isoTime,
  retiredAt: isoTime.nullable(),
  retiredBy: z.string().nullable(),
})

/** How a kept scenario did on one version. */
export const keptStanding = z.object({
  id,
  name: z.string(),
  scenario: z.string(),
  expected: unit,
  fromRunId: id,
  fromVersion: z.string(),
  state: z.enum(keptStates),
  fault: keptFault.nullable().describe('The one that came back, else what was wrong when it was kept'),
  runs: z.number().int().describe('Runs of it on this version that were looked at, the newest five'),
  showing: z.number().int().describe('How many of them show the state'),
  runId: id.nullable().describe('The newest run that shows it'),
  quality: z.number().nullable(),
  by: z.string().nullable().describe('Who said so, where a person did'),
})

export const keepScenario = contract({
  name: 'keptScenarios.keep',
  tag: 'chains',
  summary:
    "Keep a reviewed run's request as a scenario: every later version of its chain is tried with it. The same request again is the same scenario.",
  scope: 'decide',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/runs/{runId}/scenario',
  input: z.strictObject({
    runId: id,
    name: name.optional().describe('What people call it; from the request when left out'),
    expected: unit.default(1).describe('The verdict it should get: 1 approved, else a rating of at least this'),
  }),
  output: z.object({
    scenario: keptScenario,
    outcome: z
      .enum(['kept', 'known', 'revived'])
      .describe('known: its request was kept before; revived: it had been retired'),
  }),
  examples: [{ body: { name: 'refund without order' } }],
})

export const getRunScenario = contract({
  name: 'keptScenarios.ofRun',
  tag: 'chains',
  summary: "The scenario that a run's request was kept as, or why it cannot be kept.",
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/runs/{runId}/scenario',
  input: z.strictObject({ runId: id }),
  output: z.object({
    scenario: keptScenario.nullable(),
    refusal: z.string().nullable().describe('Why it cannot be kept now; null where it can, or is'),
    suggestedName: z.string(),
  }),
})

export const listKeptScenarios = contract({
  name: 'keptScenarios.list',
  tag: 'chains',
  summary: 'The scenarios that people kept of a chain, each with how the newest version did on it.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/chains/{chain}/kept-scenarios',
  input: z.strictObject({ chain: name, retired: queryFlag.default(false).describe('Those that were retired instead') }),
  output: z.object({
    version: z.string().nullable().describe('The newest version, which the standings are of'),
    scenarios: z.array(keptScenario.extend({ standing: keptStanding.nullable() })),
    retired: z.number().int().describe('How many were retired'),
  }),
})

export const updateKeptScenario = contract({
  name: 'keptScenarios.update',
  tag: 'chains',
  summary: 'Rename a kept scenario, retire it so that later versions are not tried with it, or bring it back.',
  scope: 'decide',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'PATCH',
  path: '/api/v1/chains/{chain}/kept-scenarios/{scenarioId}',
  input: z
    .strictObject({
      chain: name,
      scenarioId: id,
      name: plainText(200).min(1).optional(),
      retired: z.boolean().optional(),
    })
    .check((context) => {
      const { name: renamed, retired } = context.value
      if (renamed === undefined && retired === undefined)
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: ['name'],
          message: 'send a name, or retired',
        })
    }),
  output: z.object({ scenario: keptScenario }),
  examples: [{ body: { name: 'refund without an order' } }, { body: { retired: true } }],
})

export type KeptFault = z.infer<typeof keptFault>
export type KeptScenario = z.infer<typeof keptScenario>
export type KeptStanding = z.infer<typeof keptStanding>
export type KeptState = KeptStanding['state']
