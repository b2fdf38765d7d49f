import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import { asId, asText } from '../json'
import type { FoundCall } from '../messages'
import type { SpanFacts } from './dialects/dialect'
import { evaluationsOf, toSignals } from './evaluations'
import { callsWithoutSpan, exchangeOf, tokensOf, usageOf } from './exchange'
import { errorOf, type ReadSpan, readSpanFacts, statusOf } from './span-facts'
import { dependenciesOf, growTrees, type SpanTree, spansBelow } from './trace-tree'
import { byStart, mergeSpans, timesOf } from './wire-span'

// A trace with more spans without a parent than this is none that a person could read.
const MAX_RUNS = 1000

type RunsOfSpans = { runs: RunBody[]; rejected: { count: number; message: string } }

/**
 * The runs that a set of spans tells of, whatever the order of the spans: hand over all spans known of a trace, and the
 * same run comes out fuller each time. A run's id is the trace id; further roots of one trace, by time, add their span id.
 * Spans that are in no run are counted, with the reason of the first.
 */
export function spansToRuns(spans: readonly Span[]): RunsOfSpans {
  const runs: RunBody[] = []
  const faults: { count: number; message: string }[] = []
  const traces = Map.groupBy(mergeSpans([], spans), (span) => span.traceId)
  for (const [traceId, trace] of [...traces].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { trees, lost } = growTrees(trace)
    if (lost > 0) faults.push({ count: lost, message: `trace ${traceId}: the parents of ${lost} spans form a circle` })
    if (trees.length > MAX_RUNS)
      faults.push({
        count: trees.length - MAX_RUNS,
        message: `trace ${traceId}: a trace makes ${MAX_RUNS} runs at most`,
      })
    for (const [index, tree] of trees.slice(0, MAX_RUNS).entries()) {
      runs.push(treeToRun(tree, index === 0 ? traceId : `${traceId}-${tree.root.spanId}`))
      const count = spansBelow(tree).length - MAX_NODES
      if (count > 0)
        faults.push({ count, message: `trace ${traceId}: a run holds ${MAX_NODES} spans, ${count} more were sent` })
    }
  }
  return {
    runs,
    rejected: { count: faults.reduce((sum, fault) => sum + fault.count, 0), message: faults[0]?.message ?? '' },
  }
}

type RunIdentity = { chain: string; version?: string | undefined }

/**
 * Names the chain and version of a run: the workflow or agent that the root names, else the nearest span below that names
 * one, else the trace's own name, the service (unless the SDK made it up), and last the root span's name.
 * @param spans root first, then level by level
 */
function identify(spans: readonly ReadSpan[]): RunIdentity {
  const resource = spans[0]?.span.resource ?? {}
  const service = serviceName(resource)
  const named = spans.find(({ facts }) => facts.chain !== undefined)
  const rootName = cleanName(spans[0]?.span.name ?? '')
  const chain = named?.facts.chain ?? firstTold(spans, 'traceName') ?? service ?? rootName
  const version = named?.facts.version ?? asId(resource['service.version']) ?? firstTold(spans, 'version')
  return { chain: clip(chain, 200) ?? 'unnamed', version: clip(version, 100) }
}

/** What the first span to tell this fact says. */
function firstTold<K extends keyof SpanFacts>(spans: readonly ReadSpan[], fact: K): SpanFacts[K] {
  return spans.find(({ facts }) => facts[fact] !== undefined)?.facts[fact]
}

/** Text cut to what a run allows there; undefined when nothing is left. */
function clip(text: string | undefined, length: number): string | undefined {
  return asText(text?.trim().slice(0, length).trim())
}

function serviceName(resource: Record<string, unknown>): string | undefined {
  const name = asText(resource['service.name'])
  return name === undefined || /^unknown_service(:|$)/.test(name) ? undefined : name
}

/** `invoke_agent support` and `invocation [support]` are both "support". */
function cleanName(spanName: string): string {
  return (
    /^(?:invoke_agent|invoke_workflow|create_agent|invocation|agent_run)\s+\[?(.+?)\]?$/.exec(spanName)?.[1] ?? spanName
  )
}

type NodeBody = NonNullable<RunBody['nodes']>[number]

/** `runInput` takes no more nodes. */
const MAX_NODES = 5000

/**
 * One run from a tree of spans: the root is the run, the spans below it are its nodes (dependencies as `dependenciesOf`
 * says). A root that stands alone is its own only node, and a call that leads since the root was not sent is one too. What no dialect reads is kept in `metadata.otlp` as it came. Spans
 * beyond 5,000 are left out, level by level.
 */
function treeToRun(tree: SpanTree, id: string): RunBody {
  const spans = [tree.root, ...spansBelow(tree)].slice(0, MAX_NODES + 1).map(readSpanFacts)
  const readById = new Map(spans.map((read) => [read.span.spanId, read]))
  const read = (spanId: string) => readById.get(spanId) ?? root
  const [root = readSpanFacts(tree.root), ...below] = spans
  const isLost = !tree.hasRoot && (root.facts.kind === 'llm' || root.facts.kind === 'tool')
  const nodes = below.length === 0 ? [root] : isLost ? spans : below
  const exchange = exchangeOf(tree, read)
  const evaluations = [...new Set([tree.root.spanId, exchange.outputSpanId])].flatMap((spanId) =>
    evaluationsOf(read(spanId).span),
  )
  const error = errorOf(root)
  return {
    id,
    ...identify(spans),
    ...(root.facts.isDryRun && { kind: 'dry_run' }),
    scenario: clip(firstTold(spans, 'scenario'), 200),
    execution: clip(root.facts.execution, 200),
    ...(root.facts.attempt !== undefined && root.facts.attempt <= 1000 && { attempt: root.facts.attempt }),
    status: error === null ? 'completed' : 'failed',
    request: exchange.request,
    output: exchange.output,
    ...(error !== null && { error }),
    nodes: toNodes(nodes, tree),
    ...usageOf(tree, (spanId) => read(spanId).facts),
    signals: toSignals(evaluations),
    ...timesOf(tree.root),
    metadata: {
      ...told('models', [...new Set(spans.flatMap(({ facts }) => facts.model ?? []))]),
      ...told('conversation', firstTold(spans, 'conversation')),
      ...told('evaluations', evaluations),
      otlp: {
        traceId: tree.root.traceId,
        rootSpanId: tree.root.spanId,
        hasRoot: tree.hasRoot,
        ...told('resource', tree.root.resource),
        ...told('scope', tree.root.scope),
        ...told('attributes', root.unread),
        ...told(
          'nodes',
          Object.fromEntries(
            below
              .filter(({ unread }) => Object.keys(unread).length > 0)
              .map(({ span, unread }) => [span.spanId, unread]),
          ),
        ),
      },
    },
  }
}

function toNodes(nodes: readonly ReadSpan[], tree: SpanTree): NodeBody[] {
  const dependencies = dependenciesOf(
    nodes.map(({ span }) => span),
    tree.childrenOf,
  )
  const parentOf = new Map(
    [...tree.childrenOf].flatMap(([parent, children]) => children.map((child) => [child.spanId, parent] as const)),
  )
  const calls = callsWithoutSpan(nodes, parentOf)
  return nodes
    .toSorted((a, b) => byStart(a.span, b.span))
    .map((read) => toNode(read, dependencies.get(read.span.spanId) ?? [], calls.get(read.span.spanId)))
}

function toNode(read: ReadSpan, dependencies: readonly string[], calls: readonly FoundCall[] | undefined): NodeBody {
  const { span, facts } = read
  const error = errorOf(read)
  const isTool = facts.kind === 'tool'
  const output = isTool ? (facts.toolResult ?? facts.output) : (facts.output ?? facts.outputMessages)
  return {
    id: span.spanId,
    name: clip((isTool ? facts.toolName : undefined) ?? span.name, 500),
    type: facts.kind,
    dependencies: [...dependencies],
    status: statusOf(read),
    output,
    ...(error !== null && { error }),
    toolCalls: isTool ? [toCall(ownCall(read), output, error)] : calls?.slice(0, 2000).map((call) => toCall(call)),
    tokens: tokensOf(facts),
    ...timesOf(span),
  }
}

function ownCall({ span, facts }: ReadSpan): FoundCall {
  return { id: facts.toolCallId, name: facts.toolName ?? span.name, arguments: facts.toolArguments ?? facts.input }
}

function toCall(call: FoundCall, result?: unknown, error?: NodeBody['error']) {
  return {
    id: clip(call.id, 500),
    name: clip(call.name, 500) ?? 'unnamed',
    arguments: call.arguments,
    ...(result !== undefined && { result }),
    ...(error && { error }),
  }
}

/** The entry, unless there is nothing in it. */
function told(key: string, value: object | string | undefined): Record<string, unknown> {
  return value === undefined || Object.keys(value).length === 0 ? {} : { [key]: value }
}
