import { isRecord } from '@/lib/contracts/is-record'
import { toIdentifier } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { asId, asList, asRecord, asText, parseEmbedded } from '../json'
import { answerText, type FoundCall, findToolCalls } from '../messages'

type Message = Record<string, unknown>
type NodeBody = NonNullable<RunBody['nodes']>[number]

/** The maximum of `runInput` for one node. */
const MAX_DEPENDENCIES = 1000

const SPEAKERS: ReadonlyMap<unknown, string> = new Map([
  ['user', 'user'],
  ['assistant', 'llm'],
])

/**
 * Converts a conversation of chat completions to nodes in sequence: user and model messages, and each tool call with its result. A model
 * message that only calls tools, without a thought, is no separate node; an unanswered call stays at the message that made it. The model's next turn gets the
 * system messages before it as its `systemPrompt`.
 * @param toolError returns the error that a tool message reports, or undefined
 */
export function conversationNodes(
  messages: unknown,
  toolError: (message: Message) => NodeBody['error'] | undefined,
): NodeBody[] {
  const list = asList(messages).map(asRecord)
  const askedAt = list.map((message) => (message.role === 'assistant' ? asksOf(message) : []))
  const answeredBy = list.map((message, index) =>
    message.role === 'tool' ? answeredCall(message, askedAt.slice(0, index)) : undefined,
  )
  const answered = new Set(answeredBy)
  const nodes: NodeBody[] = []
  // Tools that failed one after the other did not fail because of each other.
  let failed: NodeBody[] = []
  const push = (index: number, node: Omit<NodeBody, 'id'>) => {
    const [before] = failed
    const isNext = before !== undefined && isFailedTool(node)
    const dependencies = isNext
      ? before.dependencies
      : (failed.length > 0 ? failed.slice(-MAX_DEPENDENCIES) : nodes.slice(-1)).map(({ id }) => id)
    const step = { id: `step-${String(index).padStart(3, '0')}`, ...node, dependencies }
    failed = isFailedTool(node) ? (isNext ? [...failed, step] : [step]) : []
    nodes.push(step)
  }
  let system: string[] = []
  for (const [index, message] of list.entries()) {
    if (message.role === 'system') system.push(textOf(message) ?? '')
    const open = askedAt[index]?.filter((call) => !answered.has(call)) ?? []
    if (message.role === 'tool') push(index, toolNode(message, answeredBy[index], toolError(message)))
    else if (message.role !== 'system' && (saidIn(message) !== undefined || open.length > 0)) {
      const systemPrompt = message.role === 'assistant' ? asText(system.join('\n\n')) : undefined
      if (systemPrompt !== undefined) system = []
      push(index, {
        name: toIdentifier(asText(message.role), 500) ?? 'message',
        type: SPEAKERS.get(message.role),
        ...(message.role === 'assistant' && { model: toIdentifier(asText(message.model), 500) }),
        ...(systemPrompt !== undefined && { systemPrompt }),
        output: saidIn(message),
        ...(open.length > 0 && {
          toolCalls: open,
        }),
      })
    }
  }
  return nodes
}

const isFailedTool = ({ type, status }: Omit<NodeBody, 'id'>) => type === 'tool' && status === 'failed'

/** Returns the last text of the model, or undefined. */
export function lastAnswer(messages: unknown): string | undefined {
  return asList(messages)
    .map(asRecord)
    .filter((message) => message.role === 'assistant')
    .map(textOf)
    .findLast((text) => text !== undefined)
}

/** The text of a message, or the message itself where it holds more than text: thoughts, pictures. */
function saidIn(message: Message): unknown {
  const { role, content } = message
  const hasMore = asList(content).some((part) => !['text', 'tool_use', undefined].includes(asText(asRecord(part).type)))
  return hasMore ? { role, content } : textOf(message)
}

function textOf(message: Message): string | undefined {
  return asText(message.content) ?? answerText(Array.isArray(message.content) ? message.content : undefined)
}

/** Returns the latest call with that id: models may reuse an id in one conversation. */
function answeredCall(message: Message, askedBefore: readonly FoundCall[][]): FoundCall | undefined {
  const id = asId(message.tool_call_id)
  return id === undefined ? undefined : askedBefore.flat().findLast((call) => call.id === id)
}

/** Inspect writes a call as { id, function: "name", arguments }, chat completions nest it. */
function asksOf(message: Message): FoundCall[] {
  return asList(message.tool_calls).flatMap((value) => {
    const call = asRecord(value)
    const name = asText(call.function)
    return name === undefined ? findToolCalls(call) : [{ id: asId(call.id), name, arguments: call.arguments }]
  })
}

function toolNode(
  message: Message,
  asked: FoundCall | undefined,
  error: NodeBody['error'] | undefined,
): Omit<NodeBody, 'id'> {
  const name = toIdentifier(asked?.name ?? asText(message.name) ?? asText(message.function), 500) ?? 'tool'
  const result = parseEmbedded(message.content)
  return {
    name,
    type: 'tool',
    status: error ? 'failed' : 'completed',
    output: isRecord(result) || Array.isArray(result) ? result : message.content,
    ...(error && { error }),
    toolCalls: [{ id: asId(message.tool_call_id), name, arguments: asked?.arguments, result, ...(error && { error }) }],
  }
}
