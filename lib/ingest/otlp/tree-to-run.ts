import type { RunBody } from '@/lib/contracts/run-input'
import type { FoundCall } from '@/lib/ingest/messages/find-tool-calls'
import { dependenciesOf } from './dependencies'
import { evaluationsOf, toSignals } from './evaluations'
import { exchangeOf } from './exchange'
import { callsWithoutSpan } from './model-calls'
import { clip, firstTold, identify } from './run-identity'
import { errorOf, statusOf } from './span-error'
import { type ReadSpan, readSpanFacts } from './span-facts'
import { byStart, timesOf } from './span-time'
import { type SpanTree, spansBelow } from './trace-tree'
import { tokensOf, usageOf } from './usage'

type NodeBody = NonNullable<RunBody['nodes']>[number]

/** `runInput` takes no more nodes. */
export const MAX_NODES = 5000

/**
 * One run from a tree of spans: the root is the run, the spans below it are its nodes (dependencies as `dependenciesOf`
 * says). A root that stands alone is its own only node. What no dialect reads is kept in `metadata.otlp` as it came. Spans
 * beyond 5,000 are left out, level by level.
 */
export function treeToRun(tree: SpanTree, id: string): RunBody {
  const spans = [tree.root, ...spansBelow(tree)].slice(0, MAX_NODES + 1).map(readSpanFacts)
  const readById = new Map(spans.map((read) => [read.span.spanId, read]))
  const read = (spanId: string) => readById.get(spanId) ?? root
  const [root = readSpanFacts(tree.root), ...below] = spans
  const nodes = below.length > 0 ? below : [root]
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
