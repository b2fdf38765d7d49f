import type { Span } from '@/lib/contracts/otlp'
import { definedOf } from '../json'
import { answerText, findToolCalls } from '../messages'
import type { SpanFacts } from './dialects/dialect'
import { tokensOf } from './exchange'
import { isPlumbingName } from './names'
import { errorOf, type ReadSpan } from './span-facts'
import type { SpanTree } from './trace-tree'
import { twinsAmong } from './twin-requests'

/**
 * The steps of a trace, level by level, with their children, and the step that each folded span went into. `twins` are the folded spans
 * that stand beside their step, not below it. `calledIn` are the tools that were drawn inside a model request: they stand beside it too.
 */
export type FoldedTree = {
  steps: ReadSpan[]
  childrenOf: SpanTree['childrenOf']
  stepOf: ReadonlyMap<string, string>
  twins: ReadonlySet<string>
  calledIn: ReadonlyMap<string, string>
}

/** LangChain's nodes around the model and the tools of an agent: plumbing only around steps of that kind. */
const NODES: Readonly<Record<string, SpanFacts['kind']>> = { model: 'llm', model_request: 'llm', tools: 'tool' }
/** Kinds of spans that may be plumbing: a model request, a tool or a search is always a step. */
const AROUND = new Set<SpanFacts['kind']>([undefined, 'chain', 'agent'])

/**
 * Folds framework plumbing into steps: a span with a plumbing name into the step above it, and a second record of one request (a wrapper
 * with a single call of the same kind inside, Vercel's `doGenerate` under its `generateText`, two spans side by side) into the first.
 * Facts known only from a folded span (tokens, cost, a model's answer, an input) are added to its step. A span that failed without a
 * failure below it, or that alone counted tokens, is no plumbing. The root is a step if it is the only span, or a call whose own root was
 * not sent.
 */
export function foldPlumbing(
  { root, childrenOf, hasRoot }: SpanTree,
  spans: ReadonlyMap<string, ReadSpan>,
): FoldedTree {
  const steps = new Map(spans)
  const below = new Map<string, readonly Span[]>()
  const stepOf = new Map<string, string>()
  const twins = new Set<string>()
  const calledIn = new Map<string, string>()
  const fold = (inner: Span, step: ReadSpan) => {
    steps.delete(inner.spanId)
    stepOf.set(inner.spanId, step.span.spanId)
    if (step.span.spanId !== root.spanId) steps.set(step.span.spanId, step)
  }
  const stepsOf = (all: readonly Span[]) => all.flatMap(({ spanId }) => steps.get(spanId) ?? [])
  const belowOf = ({ spanId }: Span) => below.get(spanId) ?? []
  /** What stands below a span for one of its children: the child and the tools called in it, or what plumbing holds. */
  const unfolded = (child: Span, around: Span): readonly Span[] => {
    const [step, inner] = [steps.get(around.spanId), steps.get(child.spanId)]
    if (!step || !inner) return []
    const children = belowOf(child)
    const innerSteps = stepsOf(children)
    if (isPlumbing(inner, innerSteps)) {
      fold(child, withFolded(step, inner))
      for (const request of requestsIn(inner, innerSteps)) steps.set(request.span.spanId, request)
      return children
    }
    if (inner.facts.kind !== 'llm') return [child]
    const tools = children.filter(({ spanId }) => steps.get(spanId)?.facts.kind === 'tool')
    for (const tool of tools) calledIn.set(tool.spanId, child.spanId)
    below.set(
      child.spanId,
      children.filter((one) => !tools.includes(one)),
    )
    return [child, ...tools]
  }
  const mergeTwins = (siblings: readonly Span[]): readonly Span[] => {
    for (const [step, twin] of twinsAmong(stepsOf(siblings))) {
      fold(twin.span, withRequest(step, twin))
      twins.add(twin.span.spanId)
      below.set(step.span.spanId, [...belowOf(step.span), ...belowOf(twin.span)])
    }
    return siblings.filter(({ spanId }) => steps.has(spanId))
  }
  const mergeWrapped = (span: Span, children: readonly Span[]): readonly Span[] => {
    const step = steps.get(span.spanId)
    const [inner, ...more] = stepsOf(children)
    if (!step || !inner || more.length > 0 || span.spanId === root.spanId || !isSameRequest(step, inner))
      return children
    fold(inner.span, withRequest(step, inner))
    return belowOf(inner.span)
  }
  // The innermost first, so that nested wrappers are already folded.
  for (const { span } of [...spans.values()].reverse()) {
    const children = (childrenOf.get(span.spanId) ?? []).flatMap((child) => unfolded(child, span))
    below.set(span.spanId, mergeWrapped(span, mergeTwins(children)))
  }
  const [first, ...rest] = steps.values()
  const isCall = first && (first.facts.kind === 'llm' || first.facts.kind === 'tool')
  const withRoot = rest.length === 0 || (!hasRoot && isCall)
  return {
    steps: first && withRoot ? [first, ...rest] : rest,
    childrenOf: below,
    stepOf: followFolds(stepOf),
    twins,
    calledIn,
  }
}

function isPlumbing(own: ReadSpan, children: readonly ReadSpan[]): boolean {
  const { span, facts } = own
  // Google ADK repeats the answers of parallel tools as one of a tool.
  if (span.name === 'execute_tool (merged)') return true
  // OpenLLMetry appends the kind to the name.
  const bare = span.name.replace(/\.(workflow|task)$/, '')
  const wraps = Object.hasOwn(NODES, bare) ? NODES[bare] : undefined
  const isNode = wraps !== undefined && children.length > 0 && children.every((child) => child.facts.kind === wraps)
  const isNamed = isPlumbingName(bare) || isNode || isHidden(span) || isSilentTurn(own)
  if (!AROUND.has(facts.kind) || !isNamed) return false
  const isOrigin = errorOf(own) !== null && !children.some((child) => errorOf(child) !== null)
  return !isOrigin && tokensOf(facts) === undefined && facts.costUsd === undefined
}

/** Operations that the Vercel AI SDK 7 and Mastra draw around requests and their tools, and for parts of an answer. */
const INTERNAL_OPERATIONS = new Set<unknown>(['agent_step', 'model_generation', 'model_step', 'model_chunk'])

/** LangChain tags internal spans as hidden, Genkit draws one around a model and the tools it asks for. */
function isHidden({ attributes }: Span): boolean {
  if (INTERNAL_OPERATIONS.has(attributes['gen_ai.operation.name'])) return true
  if (attributes['genkit:type'] === 'util') return true
  const tags = [attributes['langsmith.span.tags'], attributes['tag.tags']]
  return tags.some((tag) => JSON.stringify(tag ?? '').includes('langsmith:hidden'))
}

/** OpenAI Agents draws these around an agent and around each request with its tools, without saying anything in them. */
function isSilentTurn({ span, facts }: ReadSpan): boolean {
  const isDrawn = span.name === 'turn' || span.name === 'Agent workflow'
  return isDrawn && facts.input === undefined && facts.output === undefined
}

/** Whether the inner span records the same model request or tool call as the outer one, as seen by another library or layer. */
function isSameRequest(outer: ReadSpan, inner: ReadSpan): boolean {
  const [kind, innerKind] = [outer.facts.kind, inner.facts.kind]
  if (errorOf(inner) !== null && errorOf(outer) === null) return false
  if (kind === innerKind && (kind === 'llm' || kind === 'embedding')) return true
  if (kind === 'tool' && innerKind === 'tool') return nameOf(outer) === nameOf(inner)
  const isVercelPair = inner.span.name.replace(/ .*$/, '').startsWith(`${outer.span.name.replace(/ .*$/, '')}.do`)
  return isVercelPair && (innerKind === 'llm' || innerKind === 'embedding')
}

const nameOf = ({ span, facts }: ReadSpan) => facts.toolName ?? span.name

/** Adds the facts that only the folded span has. */
function withFolded(step: ReadSpan, folded: ReadSpan): ReadSpan {
  const { input, output, outputMessages, model, provider, systemPrompt } = folded.facts
  const added = { input, output, outputMessages, model, provider, systemPrompt }
  return { ...step, facts: { ...definedOf(added), ...definedOf(step.facts) } }
}

/**
 * Returns the only model request inside a folded step, with what it does not say itself: Mastra records the messages and the called tools
 * at the step around it.
 */
function requestsIn({ span, facts }: ReadSpan, children: readonly ReadSpan[]): ReadSpan[] {
  const [request, ...more] = children.filter((child) => child.facts.kind === 'llm')
  if (!INTERNAL_OPERATIONS.has(span.attributes['gen_ai.operation.name']) || !request || more.length > 0) return []
  const { input, output, outputMessages } = facts
  const said = request.facts.outputMessages ?? request.facts.output
  const isSilent = answerText(said) === undefined && findToolCalls(said).length === 0
  const answer = isSilent ? definedOf({ output, outputMessages }) : {}
  return [{ ...request, facts: { ...definedOf({ input }), ...request.facts, ...answer } }]
}

/** Merges a wrapper with the request it contains: its kind, tokens and price, and the wrapper's own facts first. */
function withRequest(step: ReadSpan, request: ReadSpan): ReadSpan {
  const { kind, ...rest } = request.facts
  const usage =
    tokensOf(request.facts) === undefined
      ? {}
      : { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined }
  const own = definedOf({ ...step.facts, ...usage, kind: undefined })
  return { ...step, facts: { ...definedOf(rest), ...own, kind }, unread: { ...request.unread, ...step.unread } }
}

/** Resolves folds into steps that were folded themselves. */
function followFolds(stepOf: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const last = (spanId: string): string => {
    let at = spanId
    for (let next = stepOf.get(at); next !== undefined; next = stepOf.get(at)) at = next
    return at
  }
  return new Map([...stepOf.keys()].map((spanId) => [spanId, last(spanId)]))
}
