import { z } from 'zod'
import { addressName, identifier, isoTime, json, name, tagName } from './primitives'
import { ERROR_TEXT_MAX } from './printable'
import { qualityCriteria } from './quality-criteria'
import { signalInput, signalShorthand } from './signals'
import { finishedStatuses, UNVERSIONED } from './vocabulary'

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const amount = z.number().min(0).max(1e12)
const label = identifier(500)

export const tokenCounts = z.strictObject({
  input: count.optional(),
  output: count.optional(),
  total: count.optional().describe('Default: input plus output.'),
  useful: count.optional().describe('Output tokens of accepted outputs, if known.'),
})

/** An error as text, or with codes that take precedence over the message when its class is determined. */
export const runError = z.union([
  z.string().max(ERROR_TEXT_MAX),
  z.strictObject({
    message: z.string().max(ERROR_TEXT_MAX),
    type: label.optional(),
    code: z.union([label, z.number()]).optional(),
    httpStatus: z
      .number()
      .int()
      .min(100)
      .max(599)
      .optional()
      .describe('Takes precedence over the message for the failure class.'),
    stack: z.string().max(ERROR_TEXT_MAX).optional(),
  }),
])

export const toolCall = z.strictObject({
  id: label.optional(),
  name: label,
  arguments: json.optional(),
  result: json.optional(),
  error: runError.nullish(),
})

export const nodeInput = z.strictObject({
  id: label.describe('Unique within the run.'),
  name: label.optional(),
  type: label.optional(),
  dependencies: z.array(label).max(1000).default([]).describe('Ids of the nodes it waited for; no cycles.'),
  status: z.enum(['completed', 'failed', 'skipped', 'cancelled', 'running']).default('completed'),
  input: json.optional().describe('Input of the step: messages, a query, arguments.'),
  systemPrompt: json.optional().describe('Its instructions, if they are not part of the input.'),
  model: label.optional().describe('The model that answered.'),
  provider: label.optional().describe('The provider of the model.'),
  output: json.optional(),
  error: runError.nullish(),
  toolCalls: z
    .union([z.array(toolCall).max(2000), z.number().int().min(-1)])
    .optional()
    .describe('The calls, or only their number; -1 means that the node timed out.'),
  files: z.array(z.string().max(4096)).max(2000).optional().describe('Paths of the files it changed.'),
  tokens: tokenCounts.optional(),
  attempts: z.number().int().min(0).max(1_000_000).optional(),
  startedAt: isoTime.optional(),
  endedAt: isoTime.optional(),
  durationMs: amount.optional(),
  attributes: z.record(z.string(), json).optional().describe('Stored and shown, never scored.'),
})

export const budget = z.strictObject({
  timeMs: amount.optional(),
  tokens: amount.optional(),
  costUsd: amount.optional(),
})

/** A JSON Schema in a body; its validity is checked only on compilation. */
export const jsonSchema = z.union([z.record(z.string(), json), z.boolean()], {
  error: 'must be a JSON Schema: an object, true or false',
})

/** What the chain promises: a JSON Schema of the output, and the paths that must be present and non-empty. */
export const outputContract = z.strictObject({
  schema: jsonSchema
    .optional()
    .describe('A JSON Schema of the output. Nothing is fetched: embed a referenced schema under its `$id`.'),
  requiredOutputs: z
    .array(z.string().min(1).max(500))
    .max(500)
    .optional()
    .describe('Paths in the output that must be present and not empty.'),
  strict: z.boolean().optional(),
})

/** One run as sent by a client. Resending the same id with the same body is idempotent; a different body is a conflict. */
export const runInput = z
  .strictObject({
    id: addressName().describe(
      "The caller's own id. Resending the same body is idempotent; a different body is a conflict.",
    ),
    chain: addressName().describe('The chain or agent that ran. Created if it does not exist.'),
    title: name.optional().describe('Display name of this run, shown in lists and on its page.'),
    version: addressName(100)
      .default(UNVERSIONED)
      .describe('Version of the chain; regressions are detected between two versions.'),
    kind: z.enum(['live', 'dry_run']).default('live').describe('Live and dry runs are never compared with each other.'),
    scenario: name.optional().describe('Identifies the same task across versions, so that runs can be paired.'),
    execution: name.optional().describe('Groups the attempts at one piece of work.'),
    attempt: z.number().int().min(1).max(1000).default(1).describe('Number of the attempt within the execution.'),
    maxAttempts: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe('Default: that of the attempt before it that names one, else of the chain.'),
    status: z
      .enum([...finishedStatuses, 'running'])
      .default('completed')
      .describe('A `running` run is scored and decided when a PATCH ends it.'),
    request: json.optional().describe('The request.'),
    output: json.optional().describe('The output, checked against contract and criteria.'),
    error: runError.nullish(),
    nodes: z.array(nodeInput).max(5000).default([]).describe('The steps, as a graph without cycles.'),
    tokens: tokenCounts.optional(),
    costUsd: amount.optional().describe('In US dollars.'),
    budget: budget.optional().describe('The allowed cost, time and tokens.'),
    contract: outputContract.optional().describe('Requirements for the output. Default: those of the version.'),
    criteria: qualityCriteria.optional().describe('Criteria of the quality check. Default: those of the version.'),
    sources: z
      .array(z.strictObject({ id: label, text: z.string(), uri: label.optional() }))
      .max(500)
      .optional()
      .describe('The sources of the output; claims are checked against them and the results of tools.'),
    signals: z
      .union([z.array(signalInput).max(100), signalShorthand])
      .default([])
      .describe('Evaluator signals: a list, or one value per evaluator.'),
    startedAt: isoTime.optional(),
    endedAt: isoTime.optional(),
    durationMs: amount.optional().describe('In milliseconds. Default: from start and end.'),
    metadata: z
      .record(z.string(), json)
      .optional()
      .describe(
        'Stored and shown, never scored. `session.id` or `gen_ai.conversation.id` in it identifies the thread.',
      ),
    tags: z.array(tagName).max(50).default([]).describe('Tags to find it by; people may add and remove tags later.'),
  })
  .check((context) => {
    requireAcyclic(context)
    const { startedAt, endedAt } = context.value
    if (startedAt && endedAt && Date.parse(endedAt) < Date.parse(startedAt))
      context.issues.push({ code: 'custom', input: endedAt, path: ['endedAt'], message: 'ends before it starts' })
  })

/** What a run holds as its sender wrote it; `exact` of the contracts that take a run. */
export const asWritten = [
  ...['request', 'output', 'metadata', 'nodes.*.input', 'nodes.*.systemPrompt', 'nodes.*.output', 'nodes.*.attributes'],
  ...['nodes.*.toolCalls.*.arguments', 'nodes.*.toolCalls.*.result'],
]

export type RunInput = z.output<typeof runInput>
export type RunBody = z.input<typeof runInput>
export type NodeInput = z.output<typeof nodeInput>

type Node = { id: string; dependencies: readonly string[] }

/** Check of a schema: its nodes are a graph without a duplicate id, an unknown dependency or a cycle. */
export function requireAcyclic({ value: { nodes }, issues }: z.core.ParsePayload<{ nodes: Node[] }>): void {
  const issue = graphIssue(nodes)
  if (issue) issues.push({ code: 'custom', input: nodes, ...issue })
}

/** Finds a duplicate node id, an unknown dependency or a cycle; null if the graph is a DAG. */
function graphIssue(nodes: readonly Node[]) {
  const seen = new Set<string>()
  for (const [index, node] of nodes.entries()) {
    if (seen.has(node.id)) return { path: ['nodes', index, 'id'], message: `node id "${node.id}" is used twice` }
    seen.add(node.id)
  }
  const waiting = new Map<string, number>()
  const dependents = new Map<string, string[]>()
  for (const [index, node] of nodes.entries()) {
    waiting.set(node.id, node.dependencies.length)
    for (const [at, dependency] of node.dependencies.entries()) {
      if (!seen.has(dependency))
        return { path: ['nodes', index, 'dependencies', at], message: `no node has the id "${dependency}"` }
      const known = dependents.get(dependency)
      if (known) known.push(node.id)
      else dependents.set(dependency, [node.id])
    }
  }
  const ready = nodes.filter((node) => node.dependencies.length === 0).map((node) => node.id)
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    waiting.delete(next)
    for (const dependent of dependents.get(next) ?? []) {
      const left = (waiting.get(dependent) ?? 0) - 1
      waiting.set(dependent, left)
      if (left === 0) ready.push(dependent)
    }
  }
  if (waiting.size === 0) return null
  const stuck = nodes.findIndex((node) => waiting.has(node.id))
  return { path: ['nodes', stuck, 'dependencies'], message: `the dependencies of "${nodes[stuck]?.id}" form a cycle` }
}
