import type { NodeView, RunDetail } from '@/lib/contracts/run-detail'
import { type Flaw, findFlaws, type SourceDoubt } from './flaws'
import { inOrder } from './order'
import { type CallPart, type Part, type ResultPart, textParts, toCallPart } from './parts'
import { readTurns, type Turn, type TurnRole } from './turns'

export type StepRole = TurnRole | 'retrieval' | 'check' | 'step'

/** One step of a run as it is read: who, what was said and done, what went wrong, and what it took. */
export type Step = {
  /** Its address. A node's first step has the node's id; `@request`, `@output` and `@error` are the run's own. */
  id: string
  nodeId: string | null
  role: StepRole
  name: string
  parts: Part[]
  /** An error that stands in none of the parts. */
  error: NodeView['error']
  /** Null where a step has no state of its own: what was asked, and what came out. */
  status: NodeView['status'] | null
  /** From the run's start; null where no time was told. */
  offsetMs: number | null
  durationMs: number | null
  tokens: number | null
  /** How often it was tried; null where that was not told. */
  tries: number | null
  /** What is wrong with it, the gravest first. */
  flaws: Flaw[]
  /** What it says that the sources contradict or do not support. */
  doubts: SourceDoubt[]
  /** It is what the run answered. */
  isAnswer: boolean
  /** The step just before whose result this one, which wraps it, hands on. */
  repeats: string | null
  /** What was sent, as it was sent; undefined where nothing was. */
  sent: unknown
}

/** What of a run its transcript is made from. */
export type TranscriptSource = Pick<
  RunDetail,
  'request' | 'output' | 'error' | 'nodes' | 'startedAt' | 'checks' | 'issues'
>

export type Transcript = {
  steps: Step[]
  /** Messages that were sent once more with a later step, and are shown once. */
  repeated: number
}

/**
 * A run as a list of steps, in the order in which it happened: what was asked, message by message; every node with what it
 * said and called, each call with its result; and the answer, where no step gave it already.
 */
export function prepareTranscript(detail: TranscriptSource): Transcript {
  const draft: Draft = { steps: [], seen: new Set(), repeated: 0 }
  const nodes = inOrder(detail.nodes)
  addRequest(draft, detail, nodes[0])
  const startMs = startOf(detail)
  for (const node of nodes) addNode(draft, node, startMs)
  linkCalls(draft.steps, detail.nodes)
  markWrappers(draft.steps, detail.nodes)
  addAnswer(draft, detail)
  findFlaws(draft.steps, detail)
  return { steps: draft.steps, repeated: draft.repeated }
}

type Draft = { steps: Step[]; seen: Set<string>; repeated: number }

function addRequest(draft: Draft, { request }: TranscriptSource, first: NodeView | undefined): void {
  if (request === undefined) return
  // Imported conversations begin with the request once more.
  if (typeof request === 'string' && first && roleOf(first) === 'user' && isSameText(first.output, request)) return
  const turns = readTurns(request)
  const steps = turns
    ? stepsOfTurns(unseen(draft, turns), { id: '@request', nodeId: null, name: 'Request' })
    : [{ ...blank('@request', 'user', 'Request'), parts: payloadParts(request) }]
  add(draft, steps, request)
}

function addNode(draft: Draft, node: NodeView, startMs: number | null): void {
  const name = node.name ?? node.id
  const turns = unseen(draft, readTurns(node.output) ?? [])
  const role = roleOf(node)
  const told = stepsOfTurns(turns, { id: node.id, nodeId: node.id, name }, role === 'step' ? undefined : role)
  const isConversation = readTurns(node.output) !== null
  const own = { ...blank(node.id, role, name), nodeId: node.id, parts: isConversation ? [] : ownParts(node) }
  const steps = told.length > 0 ? told : [own]
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return
  addCalls(first, node)
  first.name = name
  first.offsetMs = offsetOf(node, startMs)
  first.durationMs = node.durationMs
  first.tokens = node.tokens.total
  first.tries = node.attempts
  last.parts.push(...(node.files ?? []).map((name): Part => ({ kind: 'file', name, source: null })))
  for (const step of steps) step.status = step === last ? node.status : 'completed'
  if (node.error) {
    const { message } = node.error
    // The output of a failed step is often its error, letter by letter.
    last.parts = last.parts.filter((part) => part.kind !== 'text' || part.text.trim() !== message.trim())
    last.error = last.parts.some((part) => part.kind === 'call' && messageOf(part.error) === message)
      ? null
      : node.error
  }
  add(draft, steps, node.output)
}

function addAnswer(draft: Draft, { output, error, nodes }: TranscriptSource): void {
  if (output !== undefined) {
    const turns = readTurns(output) ?? []
    const said = unseen(draft, turns)
    const text = typeof output === 'string' ? output : lastText(turns)
    const given = text === undefined ? undefined : draft.steps.findLast((step) => saysAll(step, text))
    const isWhole = said.length > 1 && nodes.length === 0
    if (given && !isWhole) given.isAnswer = true
    else {
      const frame = { id: '@output', nodeId: null, name: 'Answer' }
      const one = { ...blank('@output', 'assistant', 'Answer'), parts: answerParts(output, turns, text) }
      const steps = isWhole ? stepsOfTurns(said, frame) : [one]
      const last = steps.at(-1)
      if (last) last.isAnswer = true
      add(draft, steps, output)
    }
  }
  const isTold = draft.steps.some((step) => step.error?.message === error?.message)
  if (error && !isTold) add(draft, [{ ...blank('@error', 'step', 'The run'), error, status: 'failed' }], undefined)
}

/** Of a conversation the last that was said; of anything else the whole. */
function answerParts(output: unknown, turns: readonly Turn[], text: string | undefined): Part[] {
  if (text !== undefined) return textParts(text)
  const last = turns.at(-1)?.parts.filter((part) => part.kind !== 'result') ?? []
  return last.length > 0 ? last : payloadParts(output)
}

function add(draft: Draft, steps: readonly Step[], sent: unknown): void {
  for (const [place, step] of steps.entries()) draft.steps.push(place === 0 ? { ...step, sent } : step)
}

/** The turns that were not sent before; a history sent anew with every request is shown once. */
function unseen(draft: Draft, turns: readonly Turn[]): Turn[] {
  if (turns.length === 0) return []
  const fresh = turns.length === 1 ? [...turns] : turns.filter((turn) => !draft.seen.has(keyOf(turn)))
  draft.repeated += turns.length - fresh.length
  for (const turn of turns) draft.seen.add(keyOf(turn))
  return fresh
}

const keyOf = ({ role, parts }: Turn) => JSON.stringify([role, parts])

type Frame = { id: string; nodeId: string | null; name: string }

/** A step for every turn, and one for every result that a tool gave, beside its call. */
function stepsOfTurns(turns: readonly Turn[], frame: Frame, role?: StepRole): Step[] {
  const steps: Step[] = []
  const asked: { part: CallPart; isAnswered: boolean }[] = []
  const nextId = () => (steps.length === 0 ? frame.id : `${frame.id}@${steps.length + 1}`)
  for (const turn of turns) {
    const said = turn.parts.filter((part): part is Part => part.kind !== 'result')
    if (said.length > 0) {
      const name = turn.name ?? (turns.length === 1 ? frame.name : roleNames[turn.role])
      steps.push({
        ...blank(nextId(), turns.length === 1 && role ? role : turn.role, name),
        nodeId: frame.nodeId,
        parts: said,
      })
      asked.push(...said.flatMap((part) => (part.kind === 'call' ? [{ part, isAnswered: false }] : [])))
    }
    for (const result of turn.parts.filter((part) => part.kind === 'result')) {
      const ask = asked.findLast((one) => !one.isAnswered && isAnswer(one.part, result))
      const id = nextId()
      if (ask) Object.assign(ask, { isAnswered: true }).part.answeredIn = id
      steps.push({
        ...blank(id, 'tool', ask?.part.name ?? result.name ?? 'tool'),
        nodeId: frame.nodeId,
        parts: [toolPart(ask?.part, result)],
      })
    }
  }
  return steps
}

const roleNames: Readonly<Record<TurnRole, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
  agent: 'Agent',
}

const isAnswer = (call: CallPart, { id, name }: ResultPart) =>
  id !== null && call.id !== null ? call.id === id : call.name === name

function toolPart(call: CallPart | undefined, { id, name, value, isError }: ResultPart): CallPart {
  const base = call ?? toCallPart({ id: id ?? undefined, name: name ?? 'tool' })
  return { ...base, answeredIn: null, ...(isError ? { error: value } : { result: value }) }
}

function blank(id: string, role: StepRole, name: string): Step {
  return {
    id,
    nodeId: null,
    role,
    name,
    parts: [],
    error: null,
    status: null,
    offsetMs: null,
    durationMs: null,
    tokens: null,
    tries: null,
    flaws: [],
    doubts: [],
    isAnswer: false,
    repeats: null,
    sent: undefined,
  }
}

function payloadParts(value: unknown): Part[] {
  return typeof value === 'string' ? textParts(value) : [{ kind: 'json', value }]
}

/** What a node gave, unless it is what its one call gave. */
function ownParts({ output, toolCalls }: NodeView): Part[] {
  if (output === undefined) return []
  const isOfCall = toolCalls?.some((call) => isSame(call.result, output) || isSame(call.error, output)) ?? false
  return isOfCall || output === null ? [] : payloadParts(output)
}

function addCalls(step: Step, { toolCalls, error }: NodeView): void {
  const told = new Map(
    step.parts.flatMap((part) => (part.kind === 'call' ? [[part.id ?? part.name, part] as const] : [])),
  )
  const calls = toolCalls?.map((call): CallPart => {
    const { id = null, name, arguments: args, result } = call
    const failed = call.error ?? undefined
    // What came back of a call that failed is often its error once more.
    const given = failed !== undefined && isSame(result, messageOf(failed)) ? undefined : result
    return { kind: 'call', id, name, arguments: args, result: given, error: failed, answeredIn: null }
  })
  for (const call of calls ?? []) {
    const known = told.get(call.id ?? call.name)
    if (known) Object.assign(known, { result: call.result ?? known.result, error: call.error ?? known.error })
    else step.parts.push(call)
  }
  const [only] = step.parts
  if (
    error &&
    step.parts.length === 1 &&
    only?.kind === 'call' &&
    only.error === undefined &&
    only.result === undefined
  )
    only.error = error
}

/** A call that another step carries out points there, so that its result stands once. A span that asked stands before what it asked for. */
function linkCalls(steps: Step[], nodes: readonly NodeView[]): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const open = new Map<string, CallPart[]>()
  const done = new Map<string, { part: CallPart; step: Step }[]>()
  for (const step of [...steps])
    for (const part of step.parts) {
      if (part.kind !== 'call' || part.answeredIn !== null) continue
      if (part.result !== undefined || part.error !== undefined || step.role === 'tool') {
        const ask = take(open, part.name, (one) => isSameCall(one, part))
        if (ask) ask.answeredIn = step.id
        else push(done, part.name, { part, step })
        continue
      }
      const outer = step.nodeId === null ? undefined : byId.get(step.nodeId)
      const isWithin = ({ nodeId }: Step) => isAround(outer, nodeId === null ? undefined : byId.get(nodeId))
      const inner = take(done, part.name, (one) => isSameCall(one.part, part) && isWithin(one.step))
      if (inner) {
        part.answeredIn = inner.step.id
        if (step.parts.length === 1) steps.splice(steps.indexOf(inner.step), 0, ...steps.splice(steps.indexOf(step), 1))
      } else push(open, part.name, part)
    }
}

const isSameCall = (a: CallPart, b: CallPart) => a.id === null || b.id === null || a.id === b.id

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key)
  if (known) known.push(item)
  else lists.set(key, [item])
}

function take<T>(lists: Map<string, T[]>, key: string, isIt: (item: T) => boolean): T | undefined {
  const list = lists.get(key)
  const at = list?.findIndex(isIt) ?? -1
  return at < 0 ? undefined : list?.splice(at, 1)[0]
}

/** A span around others that only hands on what the last of them gave says so, in place of saying it again. */
function markWrappers(steps: readonly Step[], nodes: readonly NodeView[]): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const stepOf = new Map(steps.map((step) => [step.id, step]))
  for (const step of steps) {
    const node = step.nodeId === null ? undefined : byId.get(step.nodeId)
    if (!node || step.id !== node.id || step.role === 'tool' || step.parts.length === 0) continue
    const wrapped = node.dependencies
      .map((id) => byId.get(id))
      .findLast((other) => other && isAround(node, other) && isSame(plainParts(stepOf.get(other.id)), plainParts(step)))
    if (wrapped) step.repeats = stepOf.get(wrapped.id)?.repeats ?? wrapped.id
  }
}

function isAround(outer: NodeView | undefined, inner: NodeView | undefined): boolean {
  if (!outer || !inner || outer.startedAt === null || inner.startedAt === null) return false
  if (outer.endedAt === null || inner.endedAt === null) return false
  return (
    Date.parse(outer.startedAt) <= Date.parse(inner.startedAt) && Date.parse(outer.endedAt) >= Date.parse(inner.endedAt)
  )
}

function plainParts(step: Step | undefined): unknown {
  return step?.parts.map((part) => (part.kind === 'call' ? { ...part, id: null, answeredIn: null } : part))
}

const ROLE_OF_TYPE: Readonly<Record<string, StepRole>> = {
  system: 'system',
  user: 'user',
  human: 'user',
  llm: 'assistant',
  model: 'assistant',
  assistant: 'assistant',
  generation: 'assistant',
  chat: 'assistant',
  agent: 'agent',
  tool: 'tool',
  function: 'tool',
  retriever: 'retrieval',
  retrieval: 'retrieval',
  embedding: 'retrieval',
  reranker: 'retrieval',
  check: 'check',
  guardrail: 'check',
  evaluator: 'check',
  judge: 'check',
  gate: 'check',
}

/** Who a node is. Frameworks give their agents the roles of a conversation: where the name says who it is, it is an agent. */
function roleOf({ type, name }: NodeView): StepRole {
  const kind = type?.toLowerCase() ?? ''
  const role = ROLE_OF_TYPE[kind]
  if (role === undefined)
    return type !== null && name !== null && kind.startsWith(name.toLowerCase()) ? 'agent' : 'step'
  const isNamed = name !== null && ROLE_OF_TYPE[name.toLowerCase()] === undefined
  return isNamed && (kind === 'user' || kind === 'assistant') ? 'agent' : role
}

function startOf({ startedAt, nodes }: TranscriptSource): number | null {
  const starts = [startedAt, ...nodes.map((node) => node.startedAt)].flatMap((iso) =>
    iso === null ? [] : [Date.parse(iso)],
  )
  return starts.length === 0 ? null : starts.reduce((least, start) => Math.min(least, start))
}

function offsetOf({ startedAt }: NodeView, startMs: number | null): number | null {
  return startedAt === null || startMs === null ? null : Date.parse(startedAt) - startMs
}

function lastText(turns: readonly Turn[]): string | undefined {
  const texts = turns
    .filter(({ role }) => role !== 'user' && role !== 'system' && role !== 'tool')
    .flatMap(({ parts }) => parts)
  return texts.findLast((part) => part.kind === 'text')?.text
}

function saysAll({ role, parts, repeats }: Step, text: string): boolean {
  if (role === 'user' || role === 'system' || repeats !== null) return false
  return parts.some((part) => part.kind === 'text' && isSameText(part.text, text))
}

const isSameText = (a: unknown, b: string) => typeof a === 'string' && a.trim() === b.trim()

function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return false
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function messageOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : undefined
}
