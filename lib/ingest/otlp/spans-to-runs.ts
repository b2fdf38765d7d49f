import type { ChainRule } from '@/lib/contracts/chain-rules'
import type { Span } from '@/lib/contracts/otlp'
import { toIdentifier } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { type RetrievedDocument, readDocuments } from '../documents'
import { asId, asText, definedOf } from '../json'
import type { FoundCall } from '../messages'
import { readAttributes } from './attributes'
import { dependenciesOf } from './dependencies'
import type { SpanFacts } from './dialects/dialect'
import { readVeritas } from './dialects/langfuse'
import { crewTask } from './envelopes'
import { evaluationsOf, readSignals } from './evaluations'
import { type AnsweredCall, callsWithoutSpan, exchangeOf, tokensOf, usageOf } from './exchange'
import { type FoldedTree, foldPlumbing } from './fold-plumbing'
import { followedOf } from './followed'
import { agentName, chainOf, namesOf, titleOf } from './names'
import { errorOf, type ReadSpan, readSpanFacts, statusOf, waitingFor } from './span-facts'
import { tagsOf } from './tags'
import { growTrees, parentsIn, type SpanTree, spansBelow } from './trace-tree'
import { byStart, compareNano, mergeSpans, timesOf } from './wire-span'

// A trace with more root spans cannot be shown usefully.
const MAX_RUNS = 1000

/** Spans of a trace that are in no run: how many, and why. */
type LostSpans = { traceId: string; count: number; message: string }

/**
 * Converts spans in any order to runs. Given all spans known of a trace, the same run becomes more complete each time. A run's id is the
 * trace id; further roots of a trace, ordered by time, append their span id. Spans in no run are counted by trace and reason.
 * @param rules the project's rules for the names of chains
 */
export function spansToRuns(
  spans: readonly Span[],
  rules: readonly ChainRule[] = [],
): { runs: RunBody[]; lost: LostSpans[] } {
  const runs: RunBody[] = []
  const lost: LostSpans[] = []
  const traces = Map.groupBy(mergeSpans([], spans), (span) => span.traceId)
  for (const [traceId, trace] of [...traces].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const lose = (count: number, why: string) => {
      if (count > 0) lost.push({ traceId, count, message: `trace ${traceId}: ${why}` })
    }
    const { trees, lost: circling } = growTrees(trace)
    lose(circling, `the parents of ${circling} spans form a circle`)
    lose(trees.length - MAX_RUNS, `a trace makes ${MAX_RUNS} runs at most`)
    for (const [index, tree] of trees.slice(0, MAX_RUNS).entries()) {
      runs.push(treeToRun(tree, index === 0 ? traceId : `${traceId}-${tree.root.spanId}`, rules))
      const beyond = spansBelow(tree).length - MAX_NODES
      lose(beyond, `a run holds ${MAX_NODES} spans, ${beyond} more were sent`)
    }
  }
  return { runs, lost }
}

/**
 * Returns the explicit version of the trace, else that of the span that named the chain or of the service, else the one that all spans
 * with a version agree on.
 */
function versionOf(spans: readonly ReadSpan[], declared: SpanFacts): string | undefined {
  const own = spans.map(({ span }) => asId(span.attributes['veritas.version'])).find((version) => version !== undefined)
  const named =
    spans.find((read) => read.facts.isExplicit || agentName(read) !== undefined)?.facts.version ??
    spans.find(({ facts }) => facts.traceName !== undefined)?.facts.version
  const resource = spans[0]?.span.resource ?? {}
  // Mastra sends its own version as that of the service.
  const isMastras = asText(resource['telemetry.sdk.name'])?.startsWith('@mastra/') ?? false
  const service = isMastras ? undefined : asId(resource['service.version'])
  const [common, ...others] = new Set(spans.flatMap(({ facts }) => facts.version ?? []))
  return toIdentifier(own ?? declared.version ?? named ?? service ?? (others.length === 0 ? common : undefined), 100)
}

/** Whether a graph waits for a person: nothing began after it was left for that. */
function isWaiting(spans: readonly ReadSpan[]): boolean {
  const left = spans.filter((read) => waitingFor(read) !== undefined)
  const isLast = ({ span: { endNano } }: ReadSpan) =>
    !spans.some(({ span: { startNano } }) => startNano !== null && compareNano(startNano, endNano) > 0)
  return left.some(isLast)
}

/** Returns the fact of the first span that has it. */
function firstFact<K extends keyof SpanFacts>(spans: readonly ReadSpan[], fact: K): SpanFacts[K] {
  return spans.find(({ facts }) => facts[fact] !== undefined)?.facts[fact]
}

type NodeBody = NonNullable<RunBody['nodes']>[number]

/** The maximum of `runInput`. */
const MAX_NODES = 5000

/**
 * Converts a tree of spans to a run: the root is the run, and the steps below it are its nodes (plumbing folded into them, with the
 * dependencies of `dependenciesOf`). A root without other spans is its own only node, and a call that leads because the root was not sent
 * is a node, too. Unread attributes are kept unchanged with the node, or for the root in `metadata.otlp`. Spans beyond 5,000 are dropped,
 * level by level.
 */
function treeToRun(tree: SpanTree, id: string, rules: readonly ChainRule[]): RunBody {
  const spans = [tree.root, ...spansBelow(tree)].slice(0, MAX_NODES + 1).map(readSpanFacts)
  const readById = new Map(spans.map((read) => [read.span.spanId, read]))
  const [root = readSpanFacts(tree.root), ...below] = spans
  const read = (spanId: string) => readById.get(spanId) ?? root
  const declared = readVeritas(readAttributes(tree.root.resource), tree.root)
  const names = namesOf(spans, declared, tree.hasRoot)
  const exchange = exchangeOf(tree, read)
  const evaluations = [...new Set([tree.root.spanId, exchange.outputSpanId])].flatMap((spanId) =>
    evaluationsOf(read(spanId).span),
  )
  const error = errorOf(root)
  const folded = foldPlumbing(tree, readById)
  const steps = new Map(folded.steps.map((step) => [step.span.spanId, step]))
  const usedBy = (spanId: string) => (folded.twins.has(spanId) ? {} : (steps.get(spanId) ?? read(spanId)).facts)
  const sources = sourcesOf(spans)
  const tags = tagsOf(spans)
  const attempt = root.facts.attempt ?? declared.attempt
  return {
    id,
    chain: chainOf(names, rules),
    title: tree.hasRoot ? toIdentifier(titleOf(root, names), 200) : undefined,
    version: versionOf(spans, declared),
    ...((root.facts.isDryRun ?? declared.isDryRun) && { kind: 'dry_run' }),
    scenario: toIdentifier(firstFact(spans, 'scenario') ?? declared.scenario, 200),
    execution: toIdentifier(root.facts.execution ?? declared.execution, 200),
    ...(attempt !== undefined && attempt <= 1000 && { attempt }),
    status: error !== null ? 'failed' : isWaiting(spans) ? 'paused_for_approval' : 'completed',
    request: exchange.request,
    output: exchange.output,
    ...(error !== null && { error }),
    nodes: toNodes(folded, folded.steps.includes(root) ? spans : below, parentsIn(tree.childrenOf)),
    ...usageOf(tree, usedBy),
    ...(sources.length > 0 && { sources }),
    signals: readSignals(evaluations)
      .flatMap((read) => ('signal' in read ? [read.signal] : []))
      .slice(0, 100),
    ...timesOf(tree.root),
    ...(tags.length > 0 && { tags }),
    metadata: {
      ...entryOf('models', [...new Set(spans.flatMap(({ facts }) => facts.model ?? []))]),
      ...entryOf('conversation', firstFact(spans, 'conversation')),
      ...entryOf('evaluations', evaluations),
      otlp: {
        traceId: tree.root.traceId,
        rootSpanId: tree.root.spanId,
        hasRoot: tree.hasRoot,
        ...entryOf('names', definedOf(names)),
        ...entryOf('folded', Object.fromEntries(folded.stepOf)),
        ...entryOf('resource', tree.root.resource),
        ...entryOf('scope', tree.root.scope),
        ...entryOf('attributes', root.unread),
      },
    },
  }
}

/** Returns the steps of a trace in order of their start, else as they were asked for, with the calls requested by spans folded into them. */
function toNodes(
  { steps, childrenOf, stepOf, calledIn }: FoldedTree,
  spans: readonly ReadSpan[],
  parentOf: ReadonlyMap<string, string>,
): NodeBody[] {
  const known = followedOf(steps, stepOf, calledIn)
  const dependencies = dependenciesOf(
    steps.map(({ span }) => span),
    childrenOf,
    known,
  )
  const placeOf = ({ spanId }: Span) => known.asked.get(spanId) ?? Number.POSITIVE_INFINITY
  // Clocks of whole milliseconds tell nothing about tools that one answer asked for.
  const byTurn = (a: Span, b: Span) => compareNano(a.startNano, b.startNano) || placeOf(a) - placeOf(b) || byStart(a, b)
  const calls = new Map<string, readonly AnsweredCall[]>()
  for (const [spanId, asked] of callsWithoutSpan(spans, parentOf)) {
    const step = stepOf.get(spanId) ?? spanId
    calls.set(step, [...(calls.get(step) ?? []), ...asked])
  }
  return steps
    .toSorted((a, b) => byTurn(a.span, b.span))
    .map((read) => toNode(read, dependencies.get(read.span.spanId) ?? [], calls.get(read.span.spanId)))
}

function toNode(read: ReadSpan, dependencies: readonly string[], calls: readonly AnsweredCall[] | undefined): NodeBody {
  const { span, facts } = read
  const error = errorOf(read)
  const isTool = facts.kind === 'tool'
  const output = isTool ? (facts.toolResult ?? facts.output) : (facts.output ?? facts.outputMessages ?? facts.documents)
  const input = isTool ? (facts.toolArguments ?? facts.input) : facts.input
  return {
    id: span.spanId,
    name: toIdentifier((isTool ? facts.toolName : crewTask(span.name, facts)) ?? span.name, 500),
    type: facts.kind,
    dependencies: [...dependencies],
    status: statusOf(read),
    ...(input !== undefined && { input }),
    ...(facts.systemPrompt !== undefined && { systemPrompt: facts.systemPrompt }),
    model: toIdentifier(facts.model, 500),
    provider: facts.model === undefined && facts.kind !== 'llm' ? undefined : toIdentifier(facts.provider, 500),
    output: output ?? waitingFor(read)?.asked,
    ...(error !== null && { error }),
    toolCalls: isTool
      ? [toCall({ ...ownCall(read), result: output }, error)]
      : calls?.slice(0, 2000).map((call) => toCall(call, call.error)),
    tokens: tokensOf(facts),
    ...timesOf(span),
    ...entryOf('attributes', read.unread),
  }
}

function ownCall({ span, facts }: ReadSpan): FoundCall {
  return { id: facts.toolCallId, name: facts.toolName ?? span.name, arguments: facts.toolArguments ?? facts.input }
}

function toCall(call: AnsweredCall, error?: NodeBody['error']) {
  return {
    id: toIdentifier(call.id, 500),
    name: toIdentifier(call.name, 500) ?? 'unnamed',
    arguments: call.arguments,
    ...(call.result !== undefined && { result: call.result }),
    ...(error && { error }),
  }
}

/** Returns an object with the entry, empty if the value is. */
function entryOf(key: string, value: object | string | undefined): Record<string, unknown> {
  return value === undefined || Object.keys(value).length === 0 ? {} : { [key]: value }
}

type Source = NonNullable<RunBody['sources']>[number]

/** The maximum of `runInput`; a longer text is no retrieved passage. */
const MAX_SOURCES = 500
const MAX_TEXT = 200_000

/** Returns the documents found by retrievers and kept by rerankers. Equal texts are one source, under the first id. */
function sourcesOf(spans: readonly { facts: SpanFacts }[]): Source[] {
  const known = new Map<string, Source>()
  const ids = new Set<string>()
  for (const document of spans.flatMap(({ facts }) => documentsOf(facts))) {
    if (known.size === MAX_SOURCES) break
    const text = document.text.slice(0, MAX_TEXT)
    if (known.has(text)) continue
    const id = firstFree(document.id ?? `document ${known.size + 1}`, ids)
    ids.add(id)
    known.set(text, { id, text, ...(document.uri !== undefined && { uri: document.uri }) })
  }
  return [...known.values()]
}

function documentsOf({ kind, documents, output }: SpanFacts): RetrievedDocument[] {
  if (documents !== undefined) return readDocuments(documents)
  return kind === 'retriever' || kind === 'reranker' ? readDocuments(output) : []
}

function firstFree(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count++) free = `${id.slice(0, 490)} (${count})`
  return free
}
