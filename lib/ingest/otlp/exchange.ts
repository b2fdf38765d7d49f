import { isRecord } from '@/lib/contracts/is-record'
import type { RunBody } from '@/lib/contracts/run-input'
import { asTokens, errorText } from '../json'
import { answerText, callKey, type FoundCall, findToolCalls, findToolResults } from '../messages'
import type { SpanFacts } from './dialects/dialect'
import { answeredIn, askedIn } from './envelopes'
import { errorOf, type ReadSpan } from './span-facts'
import { type SpanTree, spansBelow } from './trace-tree'
import { compareNano } from './wire-span'

type Exchange = { request?: unknown; output?: unknown; outputSpanId: string }

/**
 * Returns the request and the answer of a run: the root's input and output, else those of the first and the last to finish on the nearest
 * level below that has any. Tools are considered last. If the answer consists of a model's messages, their text is used rather than the
 * envelope.
 */
export function exchangeOf(tree: SpanTree, read: (spanId: string) => ReadSpan): Exchange {
  const levels = levelsOf(tree, read)
  const asked = nearest(levels, ({ facts }) => askedIn(facts.input) !== undefined)[0]
  const isFailed = errorOf(read(tree.root.spanId)) !== null
  const answering = nearest(levels, (one) => outputOf(one.facts) !== undefined && (!isFailed || mayAnswer(one, tree)))
  const answered = answering.toSorted((a, b) => -compareNano(a.span.endNano, b.span.endNano))[0]
  return {
    request: askedIn(asked?.facts.input),
    output: answered === undefined ? undefined : answerOf(answered, tree.root.spanId),
    outputSpanId: answered?.span.spanId ?? tree.root.spanId,
  }
}

/** The other steps of a failed run only pass on what they were given, and a model that asked for tools had yet to answer. */
function mayAnswer({ span, facts }: ReadSpan, { root }: SpanTree): boolean {
  if (span.spanId === root.spanId || facts.kind === 'agent') return true
  const output = facts.outputMessages ?? facts.output
  return facts.kind === 'llm' && (answerText(output) !== undefined || findToolCalls(output).length === 0)
}

function levelsOf(tree: SpanTree, read: (spanId: string) => ReadSpan): ReadSpan[][] {
  const levels: ReadSpan[][] = []
  for (
    let level = [tree.root];
    level.length > 0;
    level = level.flatMap((span) => tree.childrenOf.get(span.spanId) ?? [])
  )
    levels.push(level.map((span) => read(span.spanId)))
  return levels
}

function nearest(levels: readonly ReadSpan[][], isMatch: (read: ReadSpan) => boolean): readonly ReadSpan[] {
  const isNoTool = ({ facts }: ReadSpan) => facts.kind !== 'tool'
  const matching = levels.map((level) => level.filter(isMatch))
  return (
    matching.map((level) => level.filter(isNoTool)).find((level) => level.length > 0) ??
    matching.find((level) => level.length > 0) ??
    []
  )
}

const outputOf = (facts: ReadSpan['facts']) => facts.output ?? facts.outputMessages ?? undefined

function answerOf({ span, facts }: ReadSpan, rootId: string): unknown {
  const output = outputOf(facts)
  const whole = span.spanId === rootId && isConversation(output) ? output.messages : undefined
  // A tool may end an agent's run with its result (LangChain's `returnDirect`).
  const [direct] = findToolResults(whole?.at(-1)).values()
  if (direct?.value !== undefined) return direct.value
  const isMessages =
    facts.kind === 'llm' || whole !== undefined || (span.spanId === rootId && output === facts.outputMessages)
  return isMessages ? (answerText(facts.outputMessages ?? output) ?? output) : answeredIn(output)
}

/** The state of a graph that holds nothing but messages. */
function isConversation(output: unknown): output is { messages: unknown[] } {
  return isRecord(output) && Array.isArray(output.messages) && Object.keys(output).length === 1
}

export type AnsweredCall = FoundCall & { result?: unknown; error?: { message: string } }

/**
 * Returns the tool calls requested by models but executed by no span, by the id of the model's span: without them a trace of model requests
 * alone would seem to use no tools. A call is executed if a tool span has its id, or its name if ids are missing on either side. Its result
 * is what a request passes on to a model.
 */
export function callsWithoutSpan(
  spans: readonly ReadSpan[],
  parentOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly AnsweredCall[]> {
  const tools = spans.filter(({ facts }) => facts.kind === 'tool')
  const ids = new Set(tools.map(({ facts }) => facts.toolCallId))
  const names = new Set(tools.map(({ facts, span }) => facts.toolName ?? span.name))
  const namesWithoutId = new Set(
    tools.filter(({ facts }) => facts.toolCallId === undefined).map(({ facts, span }) => facts.toolName ?? span.name),
  )
  const isCarriedOut = (call: FoundCall) =>
    call.id === undefined ? names.has(call.name) : ids.has(call.id) || namesWithoutId.has(call.name)

  const recorded = new Set<string>()
  const keysOf = new Map<string, Set<string>>()
  const calls = new Map<string, FoundCall[]>()
  for (const { span, facts } of spans) {
    if (facts.kind !== 'llm') continue
    const above = ancestorsOf(span.spanId, parentOf).map((id) => keysOf.get(id))
    const found = findToolCalls(facts.outputMessages ?? facts.output)
    keysOf.set(span.spanId, new Set(found.map(callKey)))
    const fresh = found.filter((call) => {
      const key = callKey(call)
      return (
        !isCarriedOut(call) && !(call.id !== undefined && recorded.has(key)) && !above.some((keys) => keys?.has(key))
      )
    })
    for (const call of fresh) recorded.add(callKey(call))
    if (fresh.length > 0) calls.set(span.spanId, fresh)
  }
  return calls.size === 0 ? calls : withResults(calls, spans)
}

function withResults(calls: ReadonlyMap<string, readonly FoundCall[]>, spans: readonly ReadSpan[]) {
  const results = new Map(
    spans.flatMap(({ facts }) => (facts.kind === 'llm' ? [...findToolResults(facts.input)] : [])).reverse(),
  )
  const answered = (call: FoundCall): AnsweredCall => {
    const { value, isError } = results.get(call.id ?? '') ?? {}
    const message = typeof value === 'string' ? value : JSON.stringify(value)
    return {
      ...call,
      ...(value !== undefined && { result: value }),
      ...(isError && message && { error: { message: errorText(message) } }),
    }
  }
  return new Map([...calls].map(([spanId, asked]) => [spanId, asked.map(answered)]))
}

function ancestorsOf(id: string, parentOf: ReadonlyMap<string, string>): string[] {
  const ancestors: string[] = []
  for (let at = parentOf.get(id); at !== undefined; at = parentOf.get(at)) ancestors.push(at)
  return ancestors
}

type Usage = { tokens?: NonNullable<RunBody['tokens']>; costUsd?: number }

/**
 * Returns tokens and US dollars of a whole tree. Agents often repeat the sum of the requests they wrap, so a span's usage counts only if no
 * span below it reports any. A total is given if every counted span has one.
 */
export function usageOf(tree: SpanTree, factsOf: (spanId: string) => SpanFacts): Usage {
  const spent = lowest(tree, (id) => tokensOf(factsOf(id)) !== undefined).map(factsOf)
  const costs = lowest(tree, (id) => factsOf(id).costUsd !== undefined).map(factsOf)
  const tokens = {
    input: sum(spent.map((facts) => facts.inputTokens)),
    output: sum(spent.map((facts) => facts.outputTokens)),
    total: spent.every((facts) => facts.totalTokens !== undefined)
      ? sum(spent.map((facts) => facts.totalTokens))
      : undefined,
  }
  const costUsd = sum(costs.map((facts) => facts.costUsd))
  // Without the digits that only adding up made: 0.1 + 0.2 is 0.3.
  return {
    ...(spent.length > 0 && { tokens }),
    ...(costUsd !== undefined && { costUsd: Number(costUsd.toPrecision(12)) }),
  }
}

/** Returns the tokens counted by one span, or undefined. */
export function tokensOf({
  inputTokens: input,
  outputTokens: output,
  totalTokens: total,
}: SpanFacts): RunBody['tokens'] {
  return asTokens({ input, output, total })
}

/** Returns the ids of spans that match and have no match below them. */
function lowest(tree: SpanTree, isMatch: (spanId: string) => boolean): string[] {
  const matching = new Set<string>()
  const found: string[] = []
  for (const { spanId } of [tree.root, ...spansBelow(tree)].reverse()) {
    const hasMatchBelow = tree.childrenOf.get(spanId)?.some((child) => matching.has(child.spanId)) ?? false
    if (!hasMatchBelow && isMatch(spanId)) found.push(spanId)
    if (hasMatchBelow || isMatch(spanId)) matching.add(spanId)
  }
  return found
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined
}
