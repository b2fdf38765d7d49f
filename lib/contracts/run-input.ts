import { z } from 'zod'
import { evaluators, identifier, isoTime, json, name, unit } from './primitives'
import { qualityCriteria } from './quality-criteria'

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const amount = z.number().min(0).max(1e12)
const label = identifier(500)

/** Token counts. `useful` is the output of accepted outputs, where the caller knows it. */
export const tokenCounts = z.strictObject({
  input: count.optional(),
  output: count.optional(),
  total: count.optional(),
  useful: count.optional(),
})

/** An error as text, or with the codes that decide its class before any words do. */
export const runError = z.union([
  z.string().max(100_000),
  z.strictObject({
    message: z.string().max(100_000),
    type: label.optional(),
    code: z.union([label, z.number()]).optional(),
    httpStatus: z.number().int().min(100).max(599).optional(),
    stack: z.string().max(100_000).optional(),
  }),
])

export const toolCall = z.strictObject({
  id: label.optional(),
  name: label,
  arguments: json.optional(),
  result: json.optional(),
  error: runError.nullish(),
})

/** One step of a run. `toolCalls` may be a bare count; -1 is the time-out sentinel. */
export const nodeInput = z.strictObject({
  id: label,
  name: label.optional(),
  type: label.optional(),
  dependencies: z.array(label).max(1000).default([]),
  status: z.enum(['completed', 'failed', 'skipped', 'cancelled', 'running']).default('completed'),
  output: json.optional(),
  error: runError.nullish(),
  toolCalls: z.union([z.array(toolCall).max(2000), z.number().int().min(-1)]).optional(),
  files: z.array(z.string().max(4096)).max(2000).optional(),
  tokens: tokenCounts.optional(),
  attempts: z.number().int().min(0).max(1_000_000).optional(),
  startedAt: isoTime.optional(),
  endedAt: isoTime.optional(),
  durationMs: amount.optional(),
})

export const budget = z.strictObject({
  timeMs: amount.optional(),
  tokens: amount.optional(),
  costUsd: amount.optional(),
})

/** What the chain promises: a JSON Schema of the output, and the paths that must be present and non-empty. */
export const outputContract = z.strictObject({
  schema: z.union([z.record(z.string(), json), z.boolean()]).optional(),
  requiredOutputs: z.array(z.string().min(1).max(500)).max(500).optional(),
  strict: z.boolean().optional(),
})

// Only what is used or judged by a person comes as yes or no; an assessment is a number.
const judged = z.union([unit, z.boolean()])

const signalDetails = {
  by: label.optional(),
  comment: z.string().max(10_000).optional(),
  at: isoTime.optional(),
}

/** What one evaluator says of a run: a number in [0, 1], or for downstream and human also true or false. */
export const signalInput = z.discriminatedUnion('evaluator', [
  z.strictObject({ evaluator: z.enum(['self', 'peer']), value: unit, ...signalDetails }),
  z.strictObject({ evaluator: z.enum(['downstream', 'human']), value: judged, ...signalDetails }),
])

const signalShorthand = z
  .strictObject({ self: unit, peer: unit, downstream: judged, human: judged })
  .partial()
  .transform((record) =>
    evaluators.flatMap((evaluator) => {
      const value = record[evaluator]
      return value === undefined ? [] : [{ evaluator, value }]
    }),
  )

/** One run as a client sends it. The same id again is the same run; another body under it is a conflict. */
export const runInput = z
  .strictObject({
    id: name,
    chain: name,
    version: identifier(100).default('unversioned'),
    kind: z.enum(['live', 'dry_run']).default('live'),
    scenario: name.optional(),
    execution: name.optional(),
    attempt: z.number().int().min(1).max(1000).default(1),
    maxAttempts: z.number().int().min(1).max(1000).optional(),
    status: z.enum(['completed', 'failed', 'failed_quality', 'paused_for_approval', 'cancelled']).default('completed'),
    request: json.optional(),
    output: json.optional(),
    error: runError.nullish(),
    nodes: z.array(nodeInput).max(5000).default([]),
    tokens: tokenCounts.optional(),
    costUsd: amount.optional(),
    budget: budget.optional(),
    contract: outputContract.optional(),
    criteria: qualityCriteria.optional(),
    sources: z
      .array(z.strictObject({ id: label, text: z.string(), uri: label.optional() }))
      .max(500)
      .optional(),
    signals: z.union([z.array(signalInput).max(100), signalShorthand]).default([]),
    startedAt: isoTime.optional(),
    endedAt: isoTime.optional(),
    durationMs: amount.optional(),
    metadata: z.record(z.string(), json).optional(),
  })
  .check((context) => {
    const issue = graphIssue(context.value.nodes)
    if (issue) context.issues.push({ code: 'custom', input: context.value.nodes, ...issue })
    const { startedAt, endedAt } = context.value
    if (startedAt && endedAt && Date.parse(endedAt) < Date.parse(startedAt))
      context.issues.push({ code: 'custom', input: endedAt, path: ['endedAt'], message: 'ends before it starts' })
  })

export type RunInput = z.output<typeof runInput>
export type RunBody = z.input<typeof runInput>
export type NodeInput = z.output<typeof nodeInput>
export type SignalInput = z.output<typeof signalInput>
export type SignalBody = z.input<typeof signalInput>

/** Finds a doubled node id, an unknown dependency or a cycle; null when the graph is a DAG. */
function graphIssue(nodes: readonly { id: string; dependencies: readonly string[] }[]) {
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
