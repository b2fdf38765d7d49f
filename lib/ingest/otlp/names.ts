import type { ChainRule } from '@/lib/contracts/chain-rules'
import { toIdentifier } from '@/lib/contracts/printable'
import { asRecord, asText } from '../json'
import type { SpanFacts } from './dialects/dialect'
import type { ReadSpan } from './span-facts'

/** The names found in a trace; missing ones are absent. */
type TraceNames = {
  /** Set with our own attribute. */
  explicit?: string | undefined
  /** Of an agent, a graph or a workflow: the nearest to the root. */
  agent?: string | undefined
  root?: string | undefined
  /** Of the first span, if the root was not sent; it says little about the whole. */
  first?: string | undefined
  service?: string | undefined
}

const UNNAMED = 'unnamed'
const MAX_NAME = 200

/**
 * Returns the names in a trace.
 * @param spans root first, then level by level
 * @param declared facts of the resource set with our own attributes
 */
export function namesOf(spans: readonly ReadSpan[], declared: SpanFacts, hasRoot: boolean): TraceNames {
  const [root] = spans
  const models = new Set(
    spans.flatMap((read) =>
      [read.facts.model ?? [], requestedModel(read) ?? []].flat().map((name) => name.toLowerCase()),
    ),
  )
  const usable = (name: string | undefined) => toName(name, models)
  const explicit = spans.find(({ facts }) => facts.isExplicit)?.facts.chain ?? declared.chain
  const service = asText(root?.span.resource['service.name'])
  const trace = spans.find(({ facts }) => facts.traceName !== undefined)?.facts.traceName
  return {
    explicit: toIdentifier(explicit, MAX_NAME),
    agent: firstOf(spans, (span) => usable(agentName(span))),
    root: usable(trace) ?? (hasRoot ? usable(root?.span.name) : undefined),
    first: hasRoot ? undefined : usable(root?.span.name),
    service: service === undefined || /^unknown_service(:|$)/.test(service) ? undefined : usable(service),
  }
}

/** Parses the names stored in a run's metadata. */
export function readNames(kept: unknown): TraceNames {
  const stored = asRecord(kept)
  const read = (name: keyof TraceNames) => asText(stored[name])
  return {
    explicit: read('explicit'),
    agent: read('agent'),
    root: read('root'),
    first: read('first'),
    service: read('service'),
  }
}

/** Returns the first result that is not undefined. */
function firstOf<T, R>(items: readonly T[], give: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const given = give(item)
    if (given !== undefined) return given
  }
  return undefined
}

/** Returns the chain of a trace: the explicit one, else the name of its agent, root or service, mapped by the first matching rule. */
export function chainOf(names: TraceNames, rules: readonly ChainRule[]): string {
  if (names.explicit !== undefined) return names.explicit
  const own = [names.agent, names.root].filter((name) => name !== undefined)
  const first = [...own, names.first].find((one) => one !== undefined && !isPlumbingName(one))
  const name = own.find((one) => !isDefault(one)) ?? names.service ?? first ?? UNNAMED
  const known = { ...names, chain: name }
  return rules.find((rule) => matchesPattern(rule.pattern, known[rule.field] ?? ''))?.chain ?? name
}

/**
 * Returns the title of a run: its root's name, unless that is a class of a framework, or the model of an agent without a name of its own
 * ("invoke_agent gpt-4o"), and the trace has a better one.
 */
export function titleOf(root: ReadSpan, names: TraceNames): string {
  const { name } = root.span
  const { explicit, agent, service } = names
  if (isPlumbingName(name) || isModelClient(root)) return explicit ?? agent ?? service ?? name
  return names.root === undefined && root.facts.kind === 'agent' ? (explicit ?? agent ?? name) : name
}

/** Default names of frameworks, and of instrumentations of model clients. */
const DEFAULTS = new Set(
  'langgraph|agent|agents|agent workflow|agent run|agent.run|agent.arun|team.run|workflow|workflow.run|chain|assistant|llm|model|tools|main|root|run|crew|crew.kickoff|flow.kickoff|agentexecutor|invocation|invoke_agent|chat|completion|generate|generate_content|text_completion|responses|response|messages|execute_tool|trace|span|task|autogen|openai chat completions|openai completions|openai responses|openai embeddings|anthropic messages|openai.chat|openai.completion|openai.response|openai.embeddings'.split(
    '|',
  ),
)

function isDefault(name: string): boolean {
  return (
    DEFAULTS.has(name.toLowerCase()) ||
    isPlumbingName(name) ||
    /^ai\.(generate|stream|embed)\w*(\.do\w+)?$/.test(name) ||
    /^anthropic\.[a-z_.]+$/.test(name)
  )
}

/** Returns the name of the agent, graph or workflow that a span runs. */
export function agentName({ span, facts }: ReadSpan): string | undefined {
  const inName = /^(?:invoke_agent|invoke_workflow|create_agent|invocation|agent_run)\s+\[?(.+?)\]?$/.exec(
    span.name,
  )?.[1]
  const stated = facts.isExplicit ? undefined : facts.chain
  if (stated !== undefined || inName !== undefined) return stated ?? inName
  const own = /^(.+)\.(?:a?run|kickoff(?:_async)?)$/.exec(span.name)?.[1] ?? span.name
  const isMethod = /^\w+(\.\w+)+$/.test(own)
  return facts.kind === 'agent' && !isMethod && !isDefault(own) ? own : undefined
}

/** LangChain calls a request after the class that made it. */
const MODEL_CLIENT = /^(?:Azure)?Chat[A-Z]\w*$/

const isModelClient = ({ span, facts }: ReadSpan) => facts.kind === 'llm' && MODEL_CLIENT.test(span.name)

/** A request is named after its model, which may answer under another name: "chat my-deployment". */
function requestedModel(read: ReadSpan): string | undefined {
  const { name } = read.span
  return isModelClient(read)
    ? name
    : read.facts.kind === 'llm' && OPERATIONS.test(name)
      ? name.replace(OPERATIONS, '')
      : undefined
}

const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi
const LONG_ID =
  /(?<![\p{L}\p{N}])(?=[0-9a-f]*\d)[0-9a-f]{12,}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d{9,}(?![\p{L}\p{N}])/giu
const OPERATIONS =
  /^(?:chat|completion|text_completion|generate_content|embeddings?|responses?|messages|invoke_agent|create_agent)\s+/i
const MODEL =
  /^(?:[\w.-]+[/:])*(?:gpt-?\d|chatgpt-|o[1345](?:-|$)|claude-(?:\d|opus|sonnet|haiku|instant)|gemini-\d|gemma-?\d|llama-?\d|mi[sx]tral-|command-(?:r|a)\b|deepseek-(?:r|v|chat|coder)|qwen-?\d|grok-\d|phi-\d|nova-(?:micro|lite|pro)|text-embedding-)[\w.:@-]*$/i

/**
 * Returns a name that many runs can share: without ids, and not a model's ("chat gpt-4o" names a request). Undefined if nothing else is
 * left.
 */
function toName(name: string | undefined, models: ReadonlySet<string>): string | undefined {
  const shared = toIdentifier(name?.replace(UUID, '{id}').replace(LONG_ID, '{id}'), MAX_NAME)
  if (shared === undefined || !/\p{L}/u.test(shared.replaceAll('{id}', ''))) return undefined
  const bare = shared.replace(OPERATIONS, '')
  if (models.has(bare.toLowerCase()) || MODEL.test(bare)) return undefined
  return toIdentifier(shared.replace(/^[\s\W]*\{id\}[\s:/_-]+|[\s:/#_-]+\{id\}$/g, ''), MAX_NAME) ?? shared
}

/** Whether a name matches a pattern in which `*` stands for any text, ignoring case. */
function matchesPattern(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - at >= last.length && text.endsWith(last)
}

/** LangChain's runnables, LangGraph's channels, CrewAI's notices, AutoGen's messages, Strands' cycles, what VoltAgent stores. */
const PLUMBING = [
  /^Runnable[A-Z]\w*(<.*>)?$/,
  /^Channel(Write|Read)(<.*>)?$/,
  /^Branch<.*>$/,
  /^(__start__|__end__|_write|_read|_route|_control_branch|LangGraphUpdateState)$/,
  /^(Crew|Task|Flow) (Created|Creation|Plotting)$/,
  /^(ChatPromptTemplate|PromptTemplate|\w*OutputParser)$/,
  /^execute_agent_loop_cycle$/,
  /^memory\.(steps\.)?write$/,
  /^autogen (create|send|publish|ack|process|receive|intercept)\b/,
]

/** Whether a span's name is one that frameworks give to what they add around a step; such a name says nothing about the application. */
export function isPlumbingName(name: string): boolean {
  return PLUMBING.some((pattern) => pattern.test(name))
}
