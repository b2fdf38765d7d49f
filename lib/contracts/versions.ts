import { z } from 'zod'
import { RUN_BODY } from './body-limits'
import { versionStates, versionView } from './chains'
import { contract } from './contract'
import { gateRow } from './gates'
import { id, isoTime, json, name, plainText, profile, webAddress } from './primitives'
import { qualityCriteria } from './quality-criteria'
import { graphIssue, nodeInput, outputContract } from './run-input'
import { trueShareGood } from './true-share-good'

export const MAX_SCENARIOS = 500

// The pattern that semver.org gives for semantic versions.
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/

export const semanticVersion = z
  .string()
  .trim()
  .max(100)
  .regex(SEMVER, 'must be a semantic version, like 1.4.0 or 2.0.0-rc.1')

/** The steps of a chain and what each waits for: a graph without cycles. */
export const versionGraph = z
  .strictObject({
    nodes: z.array(nodeInput.pick({ id: true, name: true, type: true, dependencies: true })).max(1000),
  })
  .check((context) => {
    const issue = graphIssue(context.value.nodes)
    if (issue) context.issues.push({ code: 'custom', input: context.value.nodes, ...issue })
  })

export const scenario = z.strictObject({
  name: name.describe('Names the task, so that its runs can be paired across versions'),
  request: json.optional().describe('What the chain is asked for'),
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

// What carries the request itself is the desk's to set.
const RESERVED_HEADER = /^(?:host|connection|content-.*|transfer-encoding|te|upgrade|expect|webhook-.*)$/i
const headerName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of an HTTP header')
  .refine((text) => !RESERVED_HEADER.test(text), 'is set by the desk')
const headerValue = z
  .string()
  .max(4000)
  .regex(/^[\t\x20-\x7e]*$/, 'must hold printable ASCII only')

const httpExecutor = z.strictObject({
  kind: z.literal('http'),
  url: webAddress.refine(
    (text) => !/^https?:\/\/[^/?#]*@/i.test(text),
    'must not hold a name or password: send them as a header',
  ),
  headers: z
    .record(headerName, headerValue)
    .refine((headers) => Object.keys(headers).length <= 20, 'must hold at most 20 headers')
    .default({})
    .describe('Sent with each request. Values are stored sealed and never shown again'),
  timeoutSeconds: z.number().int().min(1).max(300).default(60).describe('For the whole answer'),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must look like whsec_ and base64 of 24 to 64 bytes')
    .optional()
    .describe(
      "Signs each request (Standard Webhooks). Left out: the chain's own, minted and shown once with its first executor",
    ),
})

const localExecutor = z.strictObject({ kind: z.literal('local') })

/** Who runs a version: an HTTP endpoint the desk calls, or a command that claims its trials (`veritas run-trials`). */
export const executorInput = z.discriminatedUnion('kind', [httpExecutor, localExecutor])

export const executorView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http'),
    url: z.string(),
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
  servedVersion: z.string().nullable().describe('What the chain served from then on'),
  at: isoTime,
})

export const versionDetail = z.object({
  chain: z.string(),
  ...versionView.shape,
  profile,
  regressionThreshold: z.number().describe('A drop of the mean counts above it'),
  minLiveRuns: z.number().int().describe('Live runs that a verdict takes'),
  contract: outputContract.nullable(),
  criteria: qualityCriteria.nullable(),
  graph: versionGraph.nullable(),
  scenarios: z.array(scenario),
  executor: executorView.nullable(),
  author: z.string().nullable().describe('Name of the person who made it and does not decide on it'),
  notes: z.string().nullable(),
  events: z.array(versionEvent).describe('Newest first'),
  gates: z.array(gateRow.pick({ id: true, kind: true, state: true, title: true, openedAt: true, undone: true })),
  shareGood: trueShareGood,
})

export const publishVersion = contract({
  name: 'chains.publishVersion',
  tag: 'chains',
  summary:
    'Publish a chain version. It serves if it is the highest live one; with an executor, its live and dry runs start. Sent again it is the same; another body under the same version is a conflict. A candidate does not serve until it is published again without `candidate`; what it promised may then be left out.',
  scope: 'write',
  effects: ['write', 'outside'],
  queues: true,
  hints: { idempotent: true },
  body: RUN_BODY,
  method: 'POST',
  path: '/api/v1/chains/{chain}/publications',
  input: z
    .strictObject({
      chain: name.describe('The chain. It is made when it is new'),
      version: semanticVersion.describe('Semantic version, like 1.4.0'),
      contract: outputContract.optional().describe('What the output must be'),
      criteria: qualityCriteria.optional().describe('Criteria of the quality check'),
      graph: versionGraph.optional().describe('The steps of the chain'),
      profile: profile
        .optional()
        .describe(
          'Scoring profile that this version counts on: it must be that of the chain, and is given to a new one',
        ),
      scenarios: scenarios.optional().describe('Tasks that every version of the chain should be tried on'),
      executor: executorInput.optional().describe('Who runs the scenarios'),
      dryRuns: z
        .number()
        .int()
        .min(0)
        .max(MAX_SCENARIOS)
        .optional()
        .describe('How many scenarios are run dry as well; all of them when left out'),
      candidate: z
        .boolean()
        .default(false)
        .describe(
          'Publish to be tried and compared with what serves, as for a pull request: it does not serve. Publish it again without this, or approve a gate on it, and it is live',
        ),
      author: z
        .email()
        .max(320)
        .optional()
        .describe(
          'E-mail of the member who made this version, named by a key: that person does not decide on it. Whoever is signed in is the author',
        ),
      notes: plainText(10_000).optional().describe('What changed'),
    })
    .check((context) => {
      const { executor, scenarios: tasks = [], dryRuns = 0 } = context.value
      const refuse = (path: string, message: string) =>
        context.issues.push({ code: 'custom', input: context.value, path: [path], message })
      if (executor && tasks.length === 0) refuse('scenarios', 'an executor needs at least one scenario to run')
      if (dryRuns > tasks.length) refuse('dryRuns', `there are only ${tasks.length} scenarios`)
    }),
  output: z.object({
    version: versionDetail,
    published: z.boolean().describe('False when this changed nothing: the very same version was published before'),
    trials: z.number().int().describe('How many live and dry runs this publication has queued'),
    signingSecret: z
      .string()
      .nullable()
      .describe('Only in the answer that minted it: verify the signature of each request with it'),
  }),
  examples: [
    {
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
  tag: 'chains',
  summary: 'One version of a chain: what it promises, who runs it, how it does, and its history.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/chains/{chain}/versions/{version}',
  input: z.strictObject({ chain: name, version: name }),
  output: z.object({ version: versionDetail }),
})

export const getServedVersion = contract({
  name: 'chains.getServed',
  tag: 'chains',
  summary: 'The version that a chain serves now; null while none may. Cheap to ask: send If-None-Match.',
  scope: 'read',
  effects: [],
  revalidates: true,
  method: 'GET',
  path: '/api/v1/chains/{chain}/served',
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
