import { isRecord } from '@/lib/contracts/is-record'
import type { NodeInput, RunInput } from '@/lib/contracts/run-input'
import { asText } from '../json/as-text'

export interface TraceCall {
  name: string
  /** The arguments as text; null when the trace does not contain them. */
  asked: string | null
  failed: boolean
  /** Index of its node in the run, from 0. */
  at: number
}

/** A message of a person or a model. */
interface TraceText {
  speaker: 'user' | 'model'
  text: string
  at: number
}

/** What happened in a run, independent of the framework that recorded it. */
export interface Trace {
  steps: number
  calls: TraceCall[]
  texts: TraceText[]
  /** Tool results as text. */
  results: string[]
  /** Failed nodes that are not tool calls. */
  failures: number
}

const TEXT_MAX = 20_000
const toolType = /(?:^|[^a-z])(?:tool|function|retriev|search|action|exec|mcp|http|database|command)/
const userType = /(?:^|[^a-z])(?:user|human|customer|client)/
const saysError = /^\W{0,3}(?:error|exception|traceback|failed|failure|fatal)\b/i

/**
 * Reads the nodes of a run in order. A call is recognized by a node's `toolCalls`, by a node whose type is that of a tool, or by a model's
 * output that consists of names with arguments; a call recorded twice counts once. Only the first 20,000 characters of long texts are read.
 */
export function readTrace(run: Pick<RunInput, 'nodes'>): Trace {
  const trace: Trace = { steps: run.nodes.length, calls: [], texts: [], results: [], failures: 0 }
  const announced = new Map<string, TraceCall[]>()
  for (const [at, node] of run.nodes.entries()) {
    if (isToolNode(node)) addResult(trace, announced, node, at)
    else addSpeech(trace, announced, node, at, isUserNode(node) ? 'user' : 'model')
  }
  return trace
}

/** Whether a node is a tool by its type: its output is a result. */
export function isToolNode({ type }: Pick<NodeInput, 'type'>): boolean {
  return toolType.test((type ?? '').toLowerCase())
}

/** Whether a node is a message of a person by its type. */
export function isUserNode({ type }: Pick<NodeInput, 'type'>): boolean {
  return !isToolNode({ type }) && userType.test((type ?? '').toLowerCase())
}

/** Returns strings unchanged and other values as JSON, cut at 20,000 characters; '' for null and undefined. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return asText(value).slice(0, TEXT_MAX)
}

const isBroken = (node: NodeInput) => node.status === 'failed' || (node.error ?? null) !== null

function addResult(trace: Trace, announced: Map<string, TraceCall[]>, node: NodeInput, at: number): void {
  const name = node.name ?? node.id
  const text = textOf(node.output)
  const failed = isBroken(node) || saysError.test(text)
  const call = announced.get(name)?.shift()
  if (call) call.failed = failed
  else trace.calls.push({ name, asked: null, failed, at })
  if (text !== '') trace.results.push(text)
}

function addSpeech(
  trace: Trace,
  announced: Map<string, TraceCall[]>,
  node: NodeInput,
  at: number,
  speaker: TraceText['speaker'],
): void {
  const recorded = Array.isArray(node.toolCalls) ? node.toolCalls : null
  const spoken = recorded === null && speaker === 'model' ? callsIn(node.output) : []
  for (const one of recorded ?? spoken) {
    const result = 'result' in one ? textOf(one.result) : ''
    const broke = 'error' in one && (one.error ?? null) !== null
    const call = { name: one.name, asked: textOf(one.arguments), failed: broke || saysError.test(result), at }
    trace.calls.push(call)
    if (result !== '') trace.results.push(result)
    else if (!broke) push(announced, one.name, call)
  }
  if (isBroken(node)) trace.failures += 1
  const text = spoken.length > 0 ? '' : textOf(node.output)
  if (text !== '') trace.texts.push({ speaker, text, at })
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/**
 * Returns the calls an output consists of: one or a list of `{name, arguments}`, optionally below `function`; empty when it contains
 * anything else.
 */
function callsIn(output: unknown): { name: string; arguments: unknown }[] {
  const calls = []
  for (const item of Array.isArray(output) ? output : [output]) {
    const call = isRecord(item) && isRecord(item.function) ? item.function : item
    if (!isRecord(call) || typeof call.name !== 'string') return []
    const asked = call.arguments ?? call.args ?? call.input
    if (asked === undefined) return []
    calls.push({ name: call.name, arguments: asked })
  }
  return calls
}
