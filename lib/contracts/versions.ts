import { z } from 'zod'
import { RUN_BODY } from './body-limits'
import { versionStates, versionView } from './chains'
import { contract } from './contract'
import { fieldIssues } from './field-issues'
import { gateRow } from './gates'
import { addressName, id, isoTime, json, name, plainText, profile, webAddress } from './primitives'
import { qualityCriteria } from './quality-criteria'
import { nodeInput, outputContract, requireAcyclic } from './run-input'
import { trueShareGood } from './true-share-good'

const MAX_SCENARIOS = 500

// The pattern from semver.org.
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/

const semanticVersion = z.string().trim().max(100).regex(SEMVER, 'must be a semantic version, like 1.4.0 or 2.0.0-rc.1')

/** The steps of a chain and their dependencies: an acyclic graph. */
export const versionGraph = z
  .strictObject({
    nodes: z.array(nodeInput.pick({ id: true, name: true, type: true, dependencies: true })).max(1000),
  })
  .check(requireAcyclic)

export const scenario = z.strictObject({
  name: name.describe('Identifies the task, so that its runs can be paired across versions'),
  request: json.optional().describe('The request for the chain'),
})

const scenarios = z
  .array(scenario)
  .max(MAX_SCENARIOS)
  .check((context) => {
    const seen = new Set<string>()
    for (const [index, { name: used }] of context.value.entries()) {
      const message = `the name "${used}" is used twice`
      if (seen.has(used)) context.issues.push({ code: 'custom', input: used, path: [index, 'name'], message })
      seen.add(used)
    }
  })

// Headers that frame the request itself are set by the desk.
const RESERVED_HEADER = /^(?:host|connection|content-.*|transfer-encoding|te|upgrade|expect|webhook-.*)$/i
const headerName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of an HTTP header')
  .refine((text) => !RESERVED_HEADER.test(text), 'is set by the desk')
const headerValue = z
  .string()
  .max(4000)
  .regex(/^[\t\x20-\x7e]*$/, 'must contain printable ASCII only')

const httpExecutor = z.strictObject({
  kind: z.literal('http'),
  url: webAddress.refine(
    (text) => !/^https?:\/\/[^/?#]*@/i.test(text),
    'must not contain a user name or password: send them as a header',
  ),
  headers: z
    .record(headerName, headerValue)
    .refine((headers) => Object.keys(headers).length <= 20, 'must contain at most 20 headers')
    .default({})
    .describe('Sent with each request. Values are stored encrypted and never shown again'),
  timeoutSeconds: z.number().int().min(1).max(300).default(60).describe('Timeout of the whole answer'),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must look like whsec_ and base64 of 24 to 64 bytes')
    .optional()
    .describe(
      "Signs each request (Standard Webhooks). Default: the chain's own, created and shown once with its first executor",
    ),
})

const localExecutor = z.strictObject({ kind: z.literal('local') })

/** How a version is run: an HTTP endpoint the desk calls, or a command that claims its trials (`veritas run-trials`). */
export const executorInput = z.discriminatedUnion('kind', [httpExecutor, localExecutor])

export const executorView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http'),
    host: z.string(),
    url: z.string().nullable().describe('The whole address, which may hold a secret: only for a signed-in admin'),
    addressMark: z.string().describe('Differs where the whole address differs, and says nothing else about it'),
    headers: z.array(z.string()).describe('Names only'),
    timeoutSeconds: z.number(),
  }),
  z.object({ kind: z.literal('local') }),
])

export const versionEventKinds = [
  'published',
  'held',
  'approved',
  'rolled_back',
  'halted',
  'restored',
  'trials_added',
] as const

export const versionEvent = z.object({
  id,
  kind: z.enum(versionEventKinds),
  by: z.string(),
  reason: z.string().nullable(),
  gateId: id.nullable(),
  fromState: z.enum(versionStates).nullable(),
  toState: z.enum(versionStates),
  servedVersion: z.string().nullable().describe('The version served from then on'),
  at: isoTime,
})

export const versionDetail = z.object({
  chain: z.string(),
  ...versionView.shape,
  profile,
  regressionThreshold: z.number().describe('A drop of the mean above this is a regression'),
  minLiveRuns: z.number().int().describe('Live runs required for a verdict'),
  contract: outputContract.nullable(),
  criteria: qualityCriteria.nullable(),
  graph: versionGraph.nullable(),
  scenarios: z.array(scenario),
  executor: executorView.nullable(),
  author: z.string().nullable().describe('Name of the person who made it and may not decide on it'),
  notes: z.string().nullable(),
  events: z.array(versionEvent).describe('The newest 200, newest first'),
  eventCount: z.number().int().describe('How many there are in all'),
  gates: z
    .array(gateRow.pick({ id: true, kind: true, state: true, title: true, openedAt: true, undone: true }))
    .describe('The newest 50, newest first'),
  gateCount: z.number().int().describe('How many there are in all'),
  shareGood: trueShareGood,
})

export const publishVersion = contract({
  name: 'chains.publishVersion',
  summary:
    'Publish a chain version. It serves if it is the highest live one; with an executor, its live and dry runs start. Idempotent; another body for the same version is a conflict. A candidate does not serve until it is published again without `candidate`; its contract and criteria may then be omitted.',
  scope: 'write',
  effects: ['write', 'outside'],
  queues: true,
  hints: { idempotent: true },
  body: RUN_BODY,
  exact: ['scenarios.*.request'],
  target: 'POST /api/v1/chains/{chain}/publications',
  input: z
    .strictObject({
      chain: addressName().describe('The chain. Created if it does not exist'),
      version: semanticVersion.describe('Semantic version, like 1.4.0'),
      contract: outputContract.optional().describe('Requirements for the output'),
      criteria: qualityCriteria.optional().describe('Criteria of the quality check'),
      graph: versionGraph.optional().describe('The steps of the chain'),
      profile: profile
        .optional()
        .describe('Scoring profile this version expects: it must match that of the chain, and is set on a new one'),
      scenarios: scenarios.optional().describe('Tasks to try every version of the chain on'),
      executor: executorInput.optional().describe('Who runs the scenarios; local: `veritas run-trials`'),
      dryRuns: z
        .number()
        .int()
        .min(0)
        .max(MAX_SCENARIOS)
        .optional()
        .describe('Number of scenarios also run dry; default: all'),
      candidate: z
        .boolean()
        .default(false)
        .describe(
          'Publish for trial and comparison with the serving version, as for a pull request: it does not serve. To make it live, publish it again without this, or approve a gate on it',
        ),
      author: z
        .email()
        .max(320)
        .optional()
        .describe(
          'E-mail of the member who made this version, if published with a key: that person may not decide on it. A signed-in caller is always the author',
        ),
      notes: plainText(10_000).optional().describe('What changed'),
    })
    .check((context) => {
      const { executor, scenarios: tasks = [], dryRuns = 0 } = context.value
      const refuse = fieldIssues(context)
      if (executor && tasks.length === 0) refuse('scenarios', 'an executor needs at least one scenario to run')
      if (dryRuns > tasks.length) refuse('dryRuns', `there are only ${tasks.length} scenarios`)
    }),
  output: z.object({
    version: versionDetail,
    published: z.boolean().describe('False if nothing changed: the same version was already published'),
    trials: z.number().int().describe('Number of live and dry runs queued by this publication'),
    signingSecret: z
      .string()
      .nullable()
      .describe('Only in the answer that created it: verify the signature of each request with it'),
  }),
  examples: [
    {
      path: { chain: 'support-answers' },
      body: {
        version: '1.6.0',
        contract: { requiredOutputs: ['answer', 'sources'] },
        scenarios: [{ name: 'reset password', request: { question: 'How do I reset my password?' } }],
        executor: { kind: 'http', url: 'https://agents.example.com/support-answers', timeoutSeconds: 60 },
        notes: 'Shorter answers.',
      },
    },
  ],
})

export const getVersion = contract({
  name: 'chains.getVersion',
  summary: 'Get one version of a chain: its contract and criteria, executor, results and history.',
  scope: 'read',
  target: 'GET /api/v1/chains/{chain}/versions/{version}',
  input: z.strictObject({ chain: name, version: name }),
  output: z.object({ version: versionDetail }),
})

export const getServedVersion = contract({
  name: 'chains.getServed',
  summary: 'Get the version that a chain serves now; null if there is none. To poll over REST, send If-None-Match.',
  scope: 'read',
  revalidates: true,
  target: 'GET /api/v1/chains/{chain}/served',
  input: z.strictObject({ chain: name }),
  output: z.object({
    chain: z.string(),
    version: z.string().nullable(),
    publishedAt: isoTime.nullable(),
  }),
})

export type PublishInput = z.output<typeof publishVersion.input>
export type ExecutorView = z.infer<typeof executorView>
export type VersionDetail = z.infer<typeof versionDetail>
export type VersionEvent = z.infer<typeof versionEvent>
export type Scenario = z.infer<typeof scenario>
