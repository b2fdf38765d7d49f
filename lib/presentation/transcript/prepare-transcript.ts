import type { NodeView, RunDetail } from '@/lib/contracts/run-detail'
import { withoutControlWord } from '@/lib/ingest/messages'
import { isSame, linkCalls, markWrappers } from './duplicates'
import { findFlaws } from './flaws'
import { givenTo, ShownContent } from './given'
import { sortByDependencies } from './order'
import { asDocuments, type CallPart, type Part, payloadParts, saidAfterThought, textParts } from './parts'
import { blank, type Step, type StepRole, stepsOfTurns } from './step'
import { readTurns, type Turn } from './turns'

/** The parts of a run that its transcript is made from. */
export type TranscriptSource = Pick<
  RunDetail,
  'request' | 'output' | 'error' | 'nodes' | 'startedAt' | 'checks' | 'issues'
>

type Transcript = {
  steps: Step[]
  /** Messages resent with a later step, which are shown once. */
  repeated: number
}

/**
 * Converts a run to a list of steps in order: the request message by message; every node with its messages and calls, each call with its
 * result; and the answer, unless a step already contains it.
 */
export function prepareTranscript(detail: TranscriptSource): Transcript {
  const nodes = sortByDependencies(detail.nodes)
  const hasGiven = nodes.some(({ input, systemPrompt }) => input !== undefined || systemPrompt !== undefined)
  const draft: Draft = { steps: [], seen: new Set(), shown: hasGiven ? new ShownContent() : null, repeated: 0 }
  draft.shown?.addRequest(detail.request)
  addRequest(draft, detail, nodes)
  const startMs = startOf(detail)
  for (const node of nodes) addNode(draft, node, startMs)
  linkCalls(draft.steps, detail.nodes)
  markWrappers(draft.steps, detail.nodes)
  addAnswer(draft, detail)
  findFlaws(draft.steps, detail)
  return { steps: draft.steps, repeated: draft.repeated }
}

/** `shown` is null if no step has an input to compare with it. */
type Draft = { steps: Step[]; seen: Set<string>; shown: ShownContent | null; repeated: number }

function addRequest(draft: Draft, { request }: TranscriptSource, nodes: readonly NodeView[]): void {
  if (request === undefined) return
  const [first] = nodes
  if (typeof request === 'string' && first && roleOf(first) === 'user' && isSameText(first.output, request)) return
  const turns = readTurns(request)
  const steps = turns
    ? stepsOfTurns(unseen(draft, withoutRepeated(turns, nodes)), { id: '@request', nodeId: null, name: 'Request' })
    : [{ ...blank('@request', 'user', 'Request'), parts: payloadParts(request) }]
  add(draft, steps, request)
}

/** Imported conversations repeat the messages of the request at their beginning; of these its instructions are left. */
function withoutRepeated(turns: readonly Turn[], nodes: readonly NodeView[]): readonly Turn[] {
  const system = turns.filter(({ role }) => role === 'system')
  const isRepeated = turns
    .filter((turn) => !system.includes(turn))
    .every(({ role, parts }, place) => {
      const node = nodes[place]
      return (
        node && roleOf(node) === role && isSame(readTurns(node.output)?.[0]?.parts ?? payloadParts(node.output), parts)
      )
    })
  return isRepeated ? system : turns
}

function addNode(draft: Draft, node: NodeView, startMs: number | null): void {
  const name = node.name ?? node.id
  const role = roleOf(node)
  const turns = readTurns(node.output)
  const frame = { id: node.id, nodeId: node.id, name }
  const ofTurns = stepsOfTurns(unseen(draft, turns ?? []), frame, role === 'step' ? undefined : role)
  const own = { ...blank(node.id, role, name), nodeId: node.id, parts: turns ? [] : ownParts(node, role) }
  const steps = ofTurns.length > 0 ? ofTurns : [own]
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return
  addCalls(first, node)
  first.name = name
  first.offsetMs = offsetOf(node, startMs)
  first.durationMs = node.durationMs
  first.tokens = node.tokens.total
  first.model = node.model
  first.tries = node.attempts
  // The input of a tool is shown as the arguments of its call.
  if (draft.shown && role !== 'tool') first.given = givenTo(node, draft.shown)
  first.isGivenLeftOut = node.inputLeftOut === true
  draft.shown?.addSteps(steps, node.output)
  if (role === 'retrieval') for (const step of steps) step.parts = step.parts.map(asDocuments)
  last.parts.push(...(node.files ?? []).map((name): Part => ({ kind: 'file', name, source: null })))
  for (const step of steps) step.status = step === last ? node.status : 'completed'
  if (node.error) addError(last, node.error)
  add(draft, steps, node.output)
}

/** Adds the error of a node, unless one of its calls shows it. */
function addError(step: Step, error: NonNullable<NodeView['error']>): void {
  const { message } = error
  // The output of a failed step is often its error, word for word.
  step.parts = step.parts.filter((part) => part.kind !== 'text' || part.text.trim() !== message.trim())
  const isShown = step.parts.some((part) => part.kind === 'call' && messageOf(part.error) === message)
  step.error = isShown ? null : error
}

function addAnswer(draft: Draft, { output, error, nodes }: TranscriptSource): void {
  if (output !== undefined) {
    const turns = readTurns(output) ?? []
    const said = unseen(draft, turns)
    const text = typeof output === 'string' ? output : lastText(turns)
    const calls = turns.at(-1)?.parts ?? []
    const given = draft.steps.findLast((step) => (text === undefined ? asksAll(step, calls) : saysAll(step, text)))
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

/** Returns the last message of a conversation, or any other output as a whole. */
function answerParts(output: unknown, turns: readonly Turn[], text: string | undefined): Part[] {
  if (text !== undefined) return textParts(text)
  const last = turns.at(-1)?.parts.filter((part) => part.kind !== 'result') ?? []
  return last.length > 0 ? last : payloadParts(output)
}

function add(draft: Draft, steps: readonly Step[], sent: unknown): void {
  for (const [place, step] of steps.entries()) draft.steps.push(place === 0 ? { ...step, sent } : step)
}

/** Returns the turns not sent before: a history resent with every request is shown once. */
function unseen(draft: Draft, turns: readonly Turn[]): Turn[] {
  if (turns.length === 0) return []
  const fresh = turns.length === 1 ? [...turns] : turns.filter((turn) => !draft.seen.has(keyOf(turn)))
  draft.repeated += turns.length - fresh.length
  for (const turn of turns) draft.seen.add(keyOf(turn))
  return fresh
}

const keyOf = ({ role, parts }: Turn) => JSON.stringify([role, parts])

/** Returns the output of a node, unless it only repeats the result of its call. A tool's input and output are a call. */
function ownParts({ id, name, input, output, toolCalls }: NodeView, role: StepRole): Part[] {
  if (role === 'tool' && !toolCalls?.length && input !== undefined && input !== null)
    return [
      { kind: 'call', id: null, name: name ?? id, arguments: input, result: output ?? undefined, answeredIn: null },
    ]
  if (output === undefined) return []
  const isOfCall = toolCalls?.some((call) => isSame(call.result, output) || isSame(call.error, output)) ?? false
  return isOfCall || output === null ? [] : payloadParts(output)
}

function addCalls(step: Step, { toolCalls, error }: NodeView): void {
  const inStep = new Map(
    step.parts.flatMap((part) => (part.kind === 'call' ? [[part.id ?? part.name, part] as const] : [])),
  )
  const calls = toolCalls?.map((call): CallPart => {
    const { id = null, name, arguments: args, result } = call
    const failed = call.error ?? undefined
    // The result of a failed call often repeats its error.
    const given = failed !== undefined && isSame(result, messageOf(failed)) ? undefined : result
    return { kind: 'call', id, name, arguments: args, result: given, error: failed, answeredIn: null }
  })
  for (const call of calls ?? []) {
    const known = inStep.get(call.id ?? call.name)
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

/**
 * Returns the role of a node. Frameworks give their agents the roles of a conversation: a node with another name than its role is an agent.
 */
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
  return parts.some((part) => part.kind === 'text' && isSameText(withoutControlWord(part.text), saidAfterThought(text)))
}

/** Whether these parts are nothing but calls, each of which the step asks for already. */
function asksAll({ parts }: Step, asked: readonly Turn['parts'][number][]): boolean {
  const isAsked = (call: Turn['parts'][number]) =>
    call.kind === 'call' && parts.some((part) => part.kind === 'call' && isSameCall(part, call))
  return asked.length > 0 && asked.every(isAsked)
}

const isSameCall = (a: CallPart, b: CallPart) =>
  a.id !== null && b.id !== null ? a.id === b.id : a.name === b.name && isSame(a.arguments, b.arguments)

const isSameText = (a: unknown, b: string) => typeof a === 'string' && a.trim() === b.trim()

function messageOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : undefined
}
