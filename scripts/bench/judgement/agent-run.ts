import { z } from 'zod'
import { type RunBody, runInput } from '@/lib/contracts/run-input'

const message = z.object({
  role: z.string(),
  name: z.string().nullish(),
  content: z.string().nullish(),
  tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).nullish(),
})
type Message = z.output<typeof message>

const REWARDED = 0.99
const ERROR_CHARACTERS = 500

/** Parses a conversation of a tool agent with its reward into the run that a client would send. */
export const agentRun = z
  .object({
    run_id: z.string(),
    task_id: z.union([z.string(), z.number()]),
    reward: z.number(),
    instruction: z.string(),
    messages: z.array(message),
  })
  .transform(({ run_id, task_id, reward, instruction, messages }) => ({
    group: String(task_id),
    approved: reward >= REWARDED,
    messages: messages.length,
    run: runInput.parse({
      id: run_id,
      chain: 'tau',
      version: '1',
      status: 'completed',
      request: instruction,
      output: messages.findLast(({ role, content }) => role === 'assistant' && content)?.content ?? null,
      // The request contains the opening message.
      nodes: messages.slice(1).map(toNode),
    } satisfies RunBody),
  }))
export type AgentRun = z.output<typeof agentRun>

function toNode({ role, name, content, tool_calls }: Message, at: number) {
  const calls = tool_calls?.map((call) => call.function)
  const isFailed = role === 'tool' && /^error/i.test(content ?? '')
  return {
    id: `s${at}`,
    name: name ?? calls?.[0]?.name ?? role,
    type: role === 'tool' || role === 'user' ? role : 'llm',
    dependencies: at === 0 ? [] : [`s${at - 1}`],
    ...(isFailed
      ? { status: 'failed' as const, error: { message: (content ?? '').slice(0, ERROR_CHARACTERS) } }
      : { status: 'completed' as const, output: content ?? calls ?? null }),
  }
}
