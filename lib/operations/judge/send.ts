import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { z } from 'zod'
import type { JudgeOutcome } from '@/lib/contracts/judge'
import { REFUSED } from '@/lib/engine/judge/answer'
import type { JudgeUsage } from '@/lib/engine/judge/cost'
import type { JudgeQuestion } from '@/lib/engine/judge/prompt'
import type { JudgeEndpoint } from './endpoint'
import type { Feature } from './features'

/** Room for a verdict, and for a model that thinks before it answers. */
export const MAX_OUTPUT_TOKENS = 4096

type Failed = {
  ok: false
  outcome: Exclude<JudgeOutcome, 'scored'>
  error: string
  /** HTTP status; null when no answer came. */
  status: number | null
  /** What the endpoint asks to wait, in ms. */
  retryAfterMs: number | null
  /** Parameter that the endpoint blames, or all it said. */
  blames: string
  /** The endpoint may have done the work, and charge for it. */
  mayCost: boolean
}
/** What one call gave: text to read, or why there is none. `usage` is null where the endpoint told none. */
export type Sent = ({ ok: true; text: string } | Failed) & { usage: JudgeUsage | null }

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})
const tokens = z.number().int().min(0)
const billed = z.object({ usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }) })

// The connection was never made, so nobody can have worked.
const NEVER_ARRIVED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|.*CERT.*)$/

/** Sends a question once. Throws nothing: whatever goes wrong is told. `timeoutMs` covers the answer to its last byte. */
export async function sendQuestion(
  endpoint: JudgeEndpoint,
  question: JudgeQuestion,
  features: ReadonlySet<Feature>,
  timeoutMs: number,
): Promise<Sent> {
  try {
    return readCompletion(await clientOf(endpoint, timeoutMs).post('/chat/completions', { body: bodyOf() }))
  } catch (error) {
    return { ...toFailure(error, endpoint, timeoutMs), usage: null }
  }

  function bodyOf() {
    const schema = { name: 'verdict', strict: true, schema: question.schema }
    return {
      model: endpoint.model,
      messages: [
        { role: 'system', content: question.system[features.has('response_format') ? 'json' : 'text'] },
        { role: 'user', content: question.document },
      ],
      ...(features.has('response_format') && { response_format: { type: 'json_schema', json_schema: schema } }),
      ...(features.has('temperature') && { temperature: 0 }),
      ...(features.has('max_completion_tokens') && { max_completion_tokens: MAX_OUTPUT_TOKENS }),
    }
  }
}

// Everything is said here, since the package would else read variables of its own from the environment.
function clientOf({ baseUrl, apiKey }: JudgeEndpoint, timeout: number): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout,
    logLevel: 'off',
    fetch: boundedFetch,
  })
}

function readCompletion(answer: unknown): Sent {
  const bill = billed.safeParse(answer).data?.usage
  const usage = bill ? { inputTokens: bill.prompt_tokens, outputTokens: bill.completion_tokens } : null
  const choice = completion.safeParse(answer).data?.choices[0]
  if (!choice) return { ...failure('unparseable', "the judge's answer is no chat completion"), usage }
  const { content, refusal } = choice.message
  if (refusal || choice.finish_reason === 'content_filter') return { ...failure('refused', REFUSED), usage }
  return { ok: true, text: content ?? '', usage }
}

function toFailure(error: unknown, endpoint: JudgeEndpoint, timeoutMs: number): Failed {
  if (error instanceof APIConnectionTimeoutError)
    return failure('timeout', `the judge did not answer within ${timeoutMs / 1000} s`)
  if (error instanceof APIConnectionError) {
    const reason = reasonOf(error)
    if (reason instanceof AnswerTooLarge) return failure('unparseable', reason.message)
    const words = `the judge cannot be reached: ${reason.message || reason.name}`
    return { ...failure('unavailable', words), mayCost: !NEVER_ARRIVED.test(codeOf(reason)) }
  }
  if (error instanceof APIError && typeof error.status === 'number') return toRefusal(error, error.status, endpoint)
  if (error instanceof SyntaxError) return failure('unparseable', "the judge's answer is no JSON")
  return failure('unavailable', `the judge could not be asked: ${error instanceof Error ? error.message : 'unknown'}`)
}

function toRefusal(error: APIError, status: number, { apiKey }: JudgeEndpoint): Failed {
  const said = withoutSecrets(error.message, apiKey)
  const words = `the judge answered ${status}${said ? `: ${said}` : ''}`
  const blames = `${error.param ?? ''} ${error.message}`
  const common = { status, retryAfterMs: toRetryAfter(error.headers), blames, mayCost: false }
  if (status === 429) return { ...failure('rate_limited', words), ...common }
  if (status >= 500 || status === 408) return { ...failure('unavailable', words), ...common }
  const hint = status >= 300 && status < 400 ? '; redirects are not followed, so name the final address' : ''
  return { ...failure('rejected', `${words}${hint}`), ...common }
}

function failure(outcome: Failed['outcome'], error: string): Failed {
  return { ok: false, outcome, error, status: null, retryAfterMs: null, blames: '', mayCost: true }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The first cause: fetch itself only says that it failed. */
function reasonOf(error: Error): Error {
  return error.cause instanceof Error ? reasonOf(error.cause) : error
}

/** What the endpoint said, in one line and without the key, or anything that looks like one. */
function withoutSecrets(message: string, apiKey: string | null): string {
  const line = message.replace(/^\d{3}\s*/, '').replaceAll(/\s+/g, ' ')
  const known = apiKey ? line.replaceAll(apiKey, '[key]') : line
  return known.replaceAll(/\b(?:(?:sk|rk|pk)[-_][\w*.-]{6,}|Bearer\s+\S+)/gi, '[key]').slice(0, 300)
}

/** Retry-After in ms, as seconds or as a date. */
function toRetryAfter(headers: Headers | undefined): number | null {
  const header = headers?.get('retry-after')?.trim()
  if (!header) return null
  if (/^\d+(?:\.\d+)?$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}

const ANSWER_BYTES = 512 * 1024

/** The answer is larger than any verdict could be. */
class AnswerTooLarge extends Error {}

/**
 * fetch that reads the whole answer before it returns, so that a time-out covers the body too, refuses a large one, and follows
 * no redirect: a key is sent only to the address that was configured.
 */
async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const body = await readBounded(response.body)
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const { status, statusText } = response
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
}

async function readBounded(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream ?? []) {
    size += part.byteLength
    if (size > ANSWER_BYTES) throw new AnswerTooLarge(`the judge's answer is larger than ${ANSWER_BYTES / 1024} kB`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
