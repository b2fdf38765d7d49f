import { z } from 'zod'
import type { JudgeOutcome } from '@/lib/contracts/judge'
import { REFUSED } from '@/lib/engine/judge/answer'
import type { JudgeUsage } from '@/lib/engine/judge/cost'
import type { JudgeQuestion } from '@/lib/engine/judge/prompt'
import { OutboundError } from '../outbound/addresses'
import { type GuardedResponse, guardedFetch } from '../outbound/guarded-fetch'
import type { JudgeEndpoint } from './endpoint'
import { type Feature, protocols } from './protocols'

type Failed = {
  ok: false
  outcome: Exclude<JudgeOutcome, 'scored'>
  error: string
  /** HTTP status; null without a response. */
  status: number | null
  /** Retry-After in ms. */
  retryAfterMs: number | null
  /** The parameter the endpoint names as invalid, and its message. */
  blames: string
  /** Whether the endpoint may have done the work and charge for it. */
  mayCost: boolean
}
/** Result of one call: text to parse, or a failure. `usage` is null if the endpoint reported none. */
export type Sent = ({ ok: true; text: string } | Failed) & { usage: JudgeUsage | null }

const ANSWER_BYTES = 512 * 1024
const USER_AGENT = 'Veritas-Judge/1.0'

/**
 * Sends a question once; never throws. `timeoutMs` covers the response up to its last byte. Redirects are not followed, so that
 * a key is only sent to the configured address; a project's address must be public, as for webhooks.
 */
export async function sendQuestion(
  endpoint: JudgeEndpoint,
  question: JudgeQuestion,
  features: ReadonlySet<Feature>,
  timeoutMs: number,
): Promise<Sent> {
  const { url, headers, body } = protocols[endpoint.kind].request(endpoint, question, features)
  try {
    const response = await guardedFetch(url, {
      headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
      body: JSON.stringify(body),
      timeoutMs,
      maxBytes: ANSWER_BYTES,
      ...(endpoint.isOfDesk && { allowPrivate: true }),
    })
    return readResponse(response, endpoint)
  } catch (error) {
    return { ...toFailure(error, timeoutMs), usage: null }
  }
}

function readResponse({ status, headers, body, isCut }: GuardedResponse, endpoint: JudgeEndpoint): Sent {
  if (status < 200 || status >= 300)
    return { ...toRefusal(status, headers['retry-after'], body, endpoint), usage: null }
  if (isCut)
    return { ...failure('unparseable', `the judge's answer is larger than ${ANSWER_BYTES / 1024} kB`), usage: null }
  const answer = readJson(body)
  if (answer === undefined) return { ...failure('unparseable', "the judge's answer is not valid JSON"), usage: null }
  const { text, isRefused, usage } = protocols[endpoint.kind].read(answer)
  if (isRefused) return { ...failure('refused', REFUSED), usage }
  if (text === null) return { ...failure('unparseable', `the judge's answer is ${EXPECTED[endpoint.kind]}`), usage }
  return { ok: true, text, usage }
}

const EXPECTED = {
  openai: 'not a chat completion',
  anthropic: 'not an Anthropic message',
  gemini: 'not a Gemini response',
} as const

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toFailure(error: unknown, timeoutMs: number): Failed {
  if (!(error instanceof OutboundError))
    return failure('unavailable', `the judge could not be asked: ${error instanceof Error ? error.message : 'unknown'}`)
  if (error.code === 'timeout') return failure('timeout', `the judge did not answer within ${timeoutMs / 1000} s`)
  if (error.code === 'refused_address') return { ...failure('rejected', error.message), mayCost: false }
  return {
    ...failure('unavailable', `the judge cannot be reached: ${error.message}`),
    mayCost: !error.neverArrived,
  }
}

const errorBody = z.object({ error: z.object({ message: z.string(), param: z.string().nullish() }) })

function toRefusal(status: number, retryAfter: string | undefined, body: string, { apiKey }: JudgeEndpoint): Failed {
  const error = errorBody.safeParse(readJson(body)).data?.error
  const message = error?.message ?? body
  const detail = withoutSecrets(message, apiKey)
  const text = `the judge answered ${status}${detail ? `: ${detail}` : ''}`
  const common = {
    status,
    retryAfterMs: toRetryAfter(retryAfter),
    blames: `${error?.param ?? ''} ${message}`,
    mayCost: false,
  }
  if (status === 429) return { ...failure('rate_limited', text), ...common }
  if (status >= 500 || status === 408) return { ...failure('unavailable', text), ...common }
  const hint = status >= 300 && status < 400 ? '; redirects are not followed, so name the final address' : ''
  return { ...failure('rejected', `${text}${hint}`), ...common }
}

function failure(outcome: Failed['outcome'], error: string): Failed {
  return { ok: false, outcome, error, status: null, retryAfterMs: null, blames: '', mayCost: true }
}

/** The endpoint's message in one line, without the API key or anything that looks like one. */
function withoutSecrets(message: string, apiKey: string | null): string {
  const line = message.replaceAll(/\s+/g, ' ').trim()
  const known = apiKey ? line.replaceAll(apiKey, '[key]') : line
  return known.replaceAll(/\b(?:(?:sk|rk|pk)[-_][\w*.-]{6,}|AIza[\w-]{20,}|Bearer\s+\S+)/gi, '[key]').slice(0, 300)
}

/** Parses Retry-After, in seconds or as a date, to ms. */
function toRetryAfter(text: string | undefined): number | null {
  const header = text?.trim()
  if (!header) return null
  if (/^\d+(?:\.\d+)?$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}
