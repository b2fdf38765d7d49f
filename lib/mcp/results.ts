import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { errorBody } from '@/lib/contracts/errors'

export type CallError = z.infer<typeof errorBody>['error']

/** How a call ended: with the output of its contract, or with the error that REST would have answered. */
export type Outcome =
  | { readonly ok: true; readonly output: Record<string, unknown> }
  | { readonly ok: false; readonly error: CallError; readonly retryAfterS: number | null }

/** The output of a contract as an object; every contract of a tool has one. */
export function asOutput(output: unknown): Record<string, unknown> {
  if (typeof output === 'object' && output !== null) return { ...output }
  throw new TypeError('a tool answers with an object')
}

/** The result of a call. The text of a success is the body that REST answers; that of an error says what to do next. */
export function toResult(outcome: Outcome): CallToolResult {
  if (outcome.ok) return { structuredContent: outcome.output, content: [text(JSON.stringify(outcome.output))] }
  const { error, retryAfterS } = outcome
  return { isError: true, structuredContent: { error }, content: [text(inWords(error, retryAfterS))] }
}

const text = (words: string) => ({ type: 'text' as const, text: words })

function inWords(error: CallError, retryAfterS: number | null): string {
  const issues = error.issues.map(({ path, message }) => `- ${path === '' ? '(input)' : path}: ${message}`)
  const next = retryAfterS === null ? NEXT_STEP[error.code] : `Call again in ${Math.ceil(retryAfterS)} s.`
  const request = error.requestId === '' ? [] : [`Request id: ${error.requestId}`]
  const what = error.code === 'invalid_input' && issues.length > 0 ? 'these fields are at fault' : error.message
  return [`${error.code}: ${what}`, ...issues, ...(next ? [`Next: ${next}`] : []), ...request].join('\n')
}

const NEXT_STEP: Readonly<Record<string, string>> = {
  invalid_input: 'Correct the named fields and call again. Nothing was stored.',
  not_found: 'Check the id: list_runs, list_gates and search_failures show what there is.',
  conflict: 'Read what is there before you send it again. Nothing was changed.',
  too_large: 'Send less at a time.',
  unauthorized: 'Give the connection a key that is valid: an admin of the project makes one.',
  forbidden: 'Use a key that may do this, or ask a person: request_review puts a run before one.',
  rate_limited: 'Wait a moment and call again.',
  unavailable: 'Wait a moment and call again.',
  network: 'Check that the desk runs and that its address is right, then call again.',
  internal: 'Call again; if it stays, give the request id to whoever runs the desk.',
}
