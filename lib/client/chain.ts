export type Feedback = {
  overall_score: number | null
  specific_issues: { field: string; issue: string; fix: string | null }[]
  strengths_to_preserve: string[]
  iteration_guidance: string
}

/** Advice of the desk if a plain rerun does not fit: another agent, or a relaxed input, for these nodes. */
export type Advice = { action: string; nodes: string[]; reason: string }

/** Input of one attempt. `attempt` counts from 1; feedback and advice are null on the first. */
export type Attempt<Request = unknown> = {
  attempt: number
  request: Request
  feedback: Feedback | null
  advice: Advice | null
  signal?: AbortSignal | undefined
}

/** Input of a node: the results of its dependencies by id, and the attempt. */
export type NodeContext<Inputs extends object = Record<string, unknown>, Request = unknown> = Attempt<Request> & {
  inputs: Readonly<Inputs>
}

/** A function as a node of a chain. Its return value is the result of the node, an error its failure. */
export type ChainNode<Request = unknown> = {
  id: string
  dependencies: readonly string[]
  run: (context: NodeContext<Record<string, unknown>, Request>) => unknown
}

/**
 * Wraps a function as a chain node: `chainNode('extract', ['fetch'], ({ inputs }) => read(inputs.fetch))`. Its context can be typed:
 * `({ inputs, request }: NodeContext<{ fetch: Page }, Order>) => …`; dependencies must then be keys of the inputs.
 */
export function chainNode<Inputs extends object = Record<string, unknown>, Request = unknown>(
  id: string,
  // The empty list by itself: without `strict`, [] is a list of undefined.
  dependencies: readonly [] | readonly (keyof Inputs & string)[],
  run: (context: NodeContext<Inputs, Request>) => unknown,
): ChainNode<Request> {
  return { id, dependencies, run: run as ChainNode<Request>['run'] }
}

/** A chain for `runWithQuality`: its graph, and functions to execute all or some of its nodes. */
export type Chain<Request = unknown> = {
  graph: { nodes: { id: string; dependencies: readonly string[] }[] }
  execute: Execute<Request>
  rerunNodes: RerunNodes<Request>
}

export type Execute<Request = unknown> = (attempt: Attempt<Request>) => Promise<ExecutionResult>
export type RerunNodes<Request = unknown> = (
  nodes: readonly string[],
  attempt: Attempt<Request> & { previous: ExecutionResult },
) => Promise<ExecutionResult>

/**
 * Builds a chain of wrapped functions. A node starts when its dependencies have finished, concurrently with other ready nodes; the
 * dependents of a failed node are skipped. A rerun executes only the named nodes, on the stored results of the others.
 * @throws TypeError for a duplicate id, an unknown dependency or a cycle.
 */
export function chainOf<Request = unknown>(nodes: readonly ChainNode<Request>[]): Chain<Request> {
  const order = inOrder(nodes)
  const ends = order.filter(({ id }) => nodes.every(({ dependencies }) => !dependencies.includes(id)))
  const run = async (
    some: readonly ChainNode<Request>[],
    attempt: Attempt<Request>,
    kept: Record<string, NodeResult>,
  ) => {
    const result = await runNodes(some, attempt, kept)
    return withOutput(result, ends, { ...kept, ...result.results })
  }
  return {
    graph: { nodes: nodes.map(({ id, dependencies }) => ({ id, dependencies: [...dependencies] })) },
    execute: (attempt) => run(order, attempt, {}),
    rerunNodes(ids, { previous, ...attempt }) {
      const again = order.filter((node) => ids.includes(node.id))
      const kept = Object.entries(previous.results).filter(([id]) => !ids.includes(id))
      return run(again, attempt, Object.fromEntries(kept))
    },
  }
}

/** The output of a chain: the result of its only last node, or of each last node by id. */
function withOutput(
  result: ExecutionResult,
  ends: readonly { id: string }[],
  all: Record<string, NodeResult>,
): ExecutionResult {
  if (ends.some(({ id }) => !all[id]?.success)) return result
  const [only, ...others] = ends.map(({ id }) => [id, all[id]?.result] as const)
  if (!only) return result
  return { ...result, output: others.length === 0 ? only[1] : Object.fromEntries([only, ...others]) }
}

async function runNodes<Request>(
  order: readonly ChainNode<Request>[],
  attempt: Attempt<Request>,
  kept: Record<string, NodeResult>,
): Promise<ExecutionResult> {
  const startedMs = performance.now()
  const ended = new Map<string, Promise<NodeResult>>()
  for (const [id, result] of Object.entries(kept)) ended.set(id, Promise.resolve(result))
  for (const node of order) ended.set(node.id, runNode(node, attempt, ended))
  const results = await Promise.all(order.map(async (node) => [node.id, await ended.get(node.id)] as const))
  const known = results.flatMap(([id, result]) => (result ? [[id, result] as const] : []))
  return toExecutionResult(Object.fromEntries(known), performance.now() - startedMs)
}

async function runNode<Request>(
  node: ChainNode<Request>,
  attempt: Attempt<Request>,
  ended: ReadonlyMap<string, Promise<NodeResult>>,
): Promise<NodeResult> {
  const before = await Promise.all(node.dependencies.map((id) => ended.get(id)))
  const startedMs = performance.now()
  const answer = (outcome: Pick<NodeResult, 'success' | 'skipped' | 'result' | 'error'>): NodeResult => ({
    node_id: node.id,
    ...outcome,
    execution_time_ms: performance.now() - startedMs,
    attempts: 1,
    timestamp: new Date().toISOString(),
  })
  const failed = node.dependencies.filter((_, index) => !before[index]?.success)
  if (failed.length > 0)
    return answer({ success: false, skipped: true, error: `not run: ${failed.join(', ')} did not succeed` })
  try {
    attempt.signal?.throwIfAborted()
    const inputs = Object.fromEntries(node.dependencies.map((id, index) => [id, before[index]?.result]))
    return answer({ success: true, result: await node.run({ ...attempt, inputs }) })
  } catch (error) {
    return answer({ success: false, error: error instanceof Error ? error.message : String(error) })
  }
}

function inOrder<Request>(nodes: readonly ChainNode<Request>[]): ChainNode<Request>[] {
  const ids = new Set<string>()
  for (const { id } of nodes) {
    if (ids.has(id)) throw new TypeError(`two nodes have the id "${id}"`)
    ids.add(id)
  }
  for (const { id, dependencies } of nodes)
    for (const dependency of dependencies)
      if (!ids.has(dependency)) throw new TypeError(`"${id}" depends on "${dependency}", which is no node`)
  const order: ChainNode<Request>[] = []
  const placed = new Set<string>()
  while (order.length < nodes.length) {
    const ready = nodes.filter((node) => !placed.has(node.id) && node.dependencies.every((id) => placed.has(id)))
    if (ready.length === 0) throw new TypeError('the dependencies of the nodes form a cycle')
    for (const node of ready) placed.add(node.id)
    order.push(...ready)
  }
  return order
}

/** Result of one node, in the shape the quality tools read. */
export type NodeResult = {
  node_id: string
  success: boolean
  /** Not run, because a dependency failed. */
  skipped?: boolean
  result?: unknown
  error?: string
  execution_time_ms: number
  attempts: number
  /** End time, ISO 8601. */
  timestamp: string
}

/** Result of one execution of a chain. Omit `tokens_used` if unknown: unknown is not zero. */
export type ExecutionResult = {
  execution_id?: string
  status: 'completed' | 'failed' | 'failed_quality' | 'paused_for_approval' | 'cancelled'
  results: Record<string, NodeResult>
  execution_time_ms: number
  tokens_used?: number
  nodes_executed?: number
  nodes_failed: string[]
  /** Output of the whole chain; if omitted, the results of its nodes are read. */
  output?: unknown
  context?: Record<string, unknown>
}

/** Builds an execution from node results; it failed if any node failed. Time in ms. */
export function toExecutionResult(results: Record<string, NodeResult>, timeMs: number): ExecutionResult {
  const nodes = Object.values(results)
  const failed = nodes.filter((node) => !node.success && !node.skipped).map((node) => node.node_id)
  return {
    status: failed.length > 0 ? 'failed' : 'completed',
    results,
    execution_time_ms: timeMs,
    nodes_executed: nodes.filter((node) => !node.skipped).length,
    nodes_failed: failed,
  }
}

/**
 * Merges a partial rerun into the previous execution: `nodes` get the results of the rerun, all others keep theirs, and time and tokens
 * add up. A requested node without a new result keeps its old one. The previous output and the error of the whole are those of results that
 * are no more.
 */
export function mergeRerun(
  previous: ExecutionResult,
  rerun: ExecutionResult,
  nodes: readonly string[],
): ExecutionResult {
  const renewed = nodes.flatMap((id) => {
    const result = rerun.results[id]
    const attempts = (previous.results[id]?.attempts ?? 0) + 1
    return result ? [[id, { ...result, attempts: Math.max(attempts, result.attempts) }] as const] : []
  })
  const results = { ...previous.results, ...Object.fromEntries(renewed) }
  const merged = toExecutionResult(results, previous.execution_time_ms + rerun.execution_time_ms)
  const tokens = [previous.tokens_used, rerun.tokens_used]
  const { output: _replaced, ...rest } = previous
  const { error: _outlived, ...context } = previous.context ?? {}
  return {
    ...rest,
    ...merged,
    ...(rerun.output !== undefined && { output: rerun.output }),
    ...(tokens.every((count) => count !== undefined) && { tokens_used: tokens.reduce((sum, count) => sum + count, 0) }),
    context: { ...context, ...rerun.context },
  }
}
