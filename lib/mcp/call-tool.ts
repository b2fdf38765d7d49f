import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import type { errorBody } from '@/lib/contracts/errors'
import { isRecord } from '@/lib/contracts/is-record'
import type { Tool } from './tools'

/** Executes a contract. Never throws for a failed call. */
export type RunTool = (contract: Contract, input: unknown, signal: AbortSignal) => Promise<Outcome>

type Calling = { run: RunTool; request: ServerContext['mcpReq']; server: Server }

const ANSWER = 'gate'

/**
 * Answers one tool call. A tool that waits for a person first asks the client to open the decision page, if it can open URLs. The client's
 * response only confirms that the person was asked: the state is read again and nothing else in the response counts.
 */
export async function callTool(
  tool: Tool,
  given: unknown,
  calling: Calling,
): Promise<CallToolResult | InputRequiredResult> {
  const { request } = calling
  const run: RunTool = (...call) => withProgress(request, calling.run(...call))
  const { contract, question, page } = tool
  const input = page !== null && isRecord(given) ? { limit: page, ...given } : given
  const toResult = (outcome: Outcome) => (outcome.ok ? toSuccess(outcome.output) : toFailure(outcome, tool))
  if (!question || !isRecord(input) || !canOpenPages(calling))
    return toResult(await run(contract, input, request.signal))
  const asked = inputResponse(request.inputResponses, ANSWER)
  if (asked.kind === 'elicit') {
    const isWillingToWait = asked.action === 'accept'
    return toResult(await run(contract, isWillingToWait ? input : question.withoutWaiting(input), request.signal))
  }
  if (!contract.input.safeParse(input).success) return toResult(await run(contract, input, request.signal))
  const seen = await run(contract, question.withoutWaiting(input), request.signal)
  const open = seen.ok ? question.ask(seen.output) : null
  return open ? inputRequired({ inputRequests: { [ANSWER]: inputRequired.elicitUrl(open) } }) : toResult(seen)
}

const PROGRESS_S = 10

/** Tells a client that asked for progress every ten seconds that the call goes on, so that it does not give up. The progress is in seconds. */
async function withProgress<T>({ _meta, notify }: ServerContext['mcpReq'], work: Promise<T>): Promise<T> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return work
  let progress = 0
  const report = () => {
    progress += PROGRESS_S
    const params = { progressToken, progress, message: `waiting for ${progress} s` }
    // A client that is gone ends the call by its signal.
    notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  const timer = setInterval(report, PROGRESS_S * 1000)
  return work.finally(() => clearInterval(timer))
}

const opensPages = z.object({ elicitation: z.object({ url: z.object({}) }) })

/** The capability is part of every request since 2026-07-28; before that it was declared once in the handshake. */
function canOpenPages({ request, server }: Calling): boolean {
  const envelope = new Map(Object.entries(request.envelope ?? {}))
  return opensPages.safeParse(envelope.get(CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities()).success
}

type CallError = z.infer<typeof errorBody>['error']

/** Result of a call: the output of its contract, or the error that REST would return. */
export type Outcome =
  | { readonly ok: true; readonly output: Record<string, unknown> }
  | { readonly ok: false; readonly error: CallError; readonly retryAfterS: number | null }

/** The output of a contract as an object; every tool has an object output. */
export function asOutput(output: unknown): Record<string, unknown> {
  if (typeof output === 'object' && output !== null) return { ...output }
  throw new TypeError('a tool answers with an object')
}

/** The text is the body of the REST response. */
function toSuccess(output: Record<string, unknown>): CallToolResult {
  return { structuredContent: output, content: [text(JSON.stringify(output))] }
}

const text = (words: string) => ({ type: 'text' as const, text: words })

/** The text contains the invalid fields and what to do next. */
function toFailure({ error, retryAfterS }: Extract<Outcome, { ok: false }>, tool: Tool): CallToolResult {
  const { code, message, issues, requestId } = error
  const isInvalid = code === 'invalid_input' && issues.length > 0
  const details = issues.filter((issue) => isInvalid || issue.message !== message)
  const next = retryAfterS === null ? nextStep(code, tool) : `Call again in ${Math.ceil(retryAfterS)} s.`
  const lines = [
    `${code}: ${isInvalid ? 'these fields are invalid' : message}`,
    ...details.map((issue) => `- ${issue.path === '' ? '(input)' : issue.path}: ${issue.message}`),
    ...(next === undefined ? [] : [`Next: ${next}`]),
    ...(requestId === '' ? [] : [`Request id: ${requestId}`]),
  ]
  return { isError: true, structuredContent: { error }, content: [text(lines.join('\n'))] }
}

function nextStep(code: string, { name, annotations }: Tool): string | undefined {
  if (code !== 'invalid_input') return NEXT_STEP[code]
  const nothing = annotations.readOnlyHint ? '' : ' Nothing was stored.'
  return `Correct the named fields and call again; veritas://tools/${name} has the full schema and examples.${nothing}`
}

const NEXT_STEP: Readonly<Record<string, string>> = {
  not_found: 'Check the id: list_runs, list_gates and search_failures list what exists.',
  conflict: 'Read the existing item before you send it again. Nothing was changed.',
  too_large: 'Send less at a time.',
  unauthorized: 'Configure the connection with a valid key: an admin of the project creates one.',
  forbidden: 'Use a key that may do this, or ask a person with request_review.',
  rate_limited: 'Wait a moment and call again.',
  unavailable: 'Wait a moment and call again.',
  network: 'Check that the desk is running and that its address is right, then call again.',
  internal: 'Call again; if the error persists, give the request id to the operator of the desk.',
}
