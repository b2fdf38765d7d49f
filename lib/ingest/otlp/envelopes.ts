import { isRecord } from '@/lib/contracts/is-record'
import { asRecord, asText, parseEmbedded } from '../json'
import { answerText } from '../messages'

/** How Python writes objects: `Message(role='user', …)`, `<agents.Agent object at 0x7f…>`, `id=UUID('…') role='…'`. */
const PYTHON_OBJECT = /^\w+\(\w+=|^<[\w.]+ object at 0x|^\w+=(?:\w+\(|')[\s\S]* \w+=/
const ID = /^(?:session|user|run|thread|conversation)_?id$/i

/**
 * Returns what an agent was asked, from the arguments of the function that ran it: without objects of the program, which instrumentations
 * write as Python prints them, and the value alone if nothing but ids stands beside it. Undefined if nothing is left, other input unchanged.
 */
export function askedIn(input: unknown): unknown {
  if (!isRecord(input)) return input
  const readable = Object.entries(input).filter(([, value]) => typeof value !== 'string' || !PYTHON_OBJECT.test(value))
  if (readable.length === Object.keys(input).length) return input
  const asked = readable.filter(([name, value]) => !ID.test(name) && !isEmpty(value))
  const [only, ...more] = asked
  return more.length > 0 ? Object.fromEntries(asked) : only?.[1]
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** Returns what the tasks of a crew of CrewAI ask for, with the inputs they were given. Undefined if they say nothing. */
export function crewTasks({ crew_tasks, crew_inputs }: Record<string, unknown>): unknown {
  const list = parseEmbedded(crew_tasks)
  const tasks = (Array.isArray(list) ? list : [])
    .map(asRecord)
    .flatMap(({ description, expected_output }) =>
      asText(description) === undefined ? [] : [{ description, ...(asText(expected_output) && { expected_output }) }],
    )
  const inputs = parseEmbedded(crew_inputs)
  if (tasks.length === 0) return undefined
  const asked = tasks.length === 1 ? tasks[0] : tasks
  return isRecord(inputs) && !isEmpty(inputs) ? { inputs, tasks: asked } : asked
}

/** Returns the name of a task of CrewAI, else the role of its agent: its span is called after the function that ran it. */
export function crewTask(
  spanName: string,
  { input, output }: { input?: unknown; output?: unknown },
): string | undefined {
  if (!/^Task\.\w*execute\w*$/.test(spanName)) return undefined
  const { name, agent } = asRecord(output)
  const role = /(?:^|[\s(,])role='([^']+)'/.exec(asText(asRecord(input).agent) ?? '')?.[1]
  return asText(name) ?? asText(agent) ?? role
}

/** Returns the answer in the result object of a framework: CrewAI's, Agno's, an event of Google's ADK; others unchanged. */
export function answeredIn(output: unknown): unknown {
  if (!isRecord(output)) return output
  if (typeof output.raw === 'string' && ('tasks_output' in output || 'output_format' in output))
    return output.json_dict ?? output.pydantic ?? output.raw
  const isReply =
    'content' in output && ['content_type', 'invocation_id'].some((key) => typeof output[key] === 'string')
  return isReply ? (answerText(output.content) ?? output) : output
}

const SPEAKER = /^(system|developer|user|assistant|tool|function): /m

/** Returns the messages of a prompt that an instrumentation wrote as one text, `role: what it said` for each; other input unchanged. */
export function spokenIn(input: unknown): unknown {
  if (typeof input !== 'string' || input.search(SPEAKER) !== 0 || !/^user: /m.test(input)) return input
  const [, ...parts] = input.split(SPEAKER)
  const messages = Array.from({ length: parts.length / 2 }, (_, at) => ({
    role: parts[2 * at],
    content: parts[2 * at + 1]?.trimEnd(),
  }))
  return messages.filter(({ content }) => content !== 'None')
}
