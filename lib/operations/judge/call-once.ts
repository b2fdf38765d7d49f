import { setTimeout as pause } from 'node:timers/promises'
import type { JudgeOutcome, JudgePurpose } from '@/lib/contracts/judge'
import { type JudgeVerdict, REFUSED } from '@/lib/engine/judge/answer'
import { costOf, estimateCost } from '@/lib/engine/judge/cost'
import type { JudgeQuestion } from '@/lib/engine/judge/prompt'
import { redactValue } from '@/lib/engine/redaction/redact-run'
import type { ProjectContext } from '../context'
import { loadRedactor } from '../redaction/load-redactor'
import type { InFlightLock, JudgeAnswer } from './answers'
import type { JudgeEndpoint, JudgeSettings } from './endpoint'
import { type Feature, MAX_OUTPUT_TOKENS, protocols } from './protocols'
import { type Sent, sendQuestion } from './send'
import { reserveSpend, settleSpend } from './spend'

/** A question with its purpose and the parser of its answer. */
export type Asking = {
  question: JudgeQuestion
  purpose: JudgePurpose
  worker: string
  read: (text: string) => JudgeVerdict
}

/** Result of a question: an answer, a failure after all retries, or no room under the daily cap. */
export type Asked =
  | ({ outcome: 'scored' } & JudgeAnswer)
  | { outcome: Exclude<JudgeOutcome, 'scored'>; error: string }
  | { outcome: 'cap_reached'; error: string }

/** One judge of a project, used under one in-flight lock. */
export type JudgeSession = {
  ctx: ProjectContext
  endpoint: JudgeEndpoint
  settings: JudgeSettings
  flight: InFlightLock
}

const BACKOFF_MS = 500
/** Longest Retry-After that is honoured. */
const MAX_WAIT_MS = 20_000
const LEASE_SLACK_MS = 15_000

/** Lease of an in-flight lock in ms, renewed before each call: covers one call and one wait. */
export function leaseOf({ timeoutMs }: JudgeSettings): number {
  return timeoutMs + MAX_WAIT_MS + LEASE_SLACK_MS
}

/**
 * Calls a judge until it gives any answer. Retries after 429 (waiting as long as the endpoint asks, within bounds), 5xx and
 * broken connections. Does not retry a time-out or a refused request, except once without each parameter the endpoint does not
 * support.
 */
export async function callOnce(session: JudgeSession, asking: Asking): Promise<Asked> {
  let features = featuresOf(session.endpoint)
  for (let retry = 0; ; ) {
    const called = await callJudge(session, asking, features)
    if ('outcome' in called) return called
    const { sent, asked } = called
    if (sent.ok) {
      rememberFeatures(session.endpoint, features)
      return asked
    }
    const plainer = sent.status === 400 || sent.status === 422 ? withoutBlamed(features, sent.blames) : null
    if (plainer) {
      features = plainer
      continue
    }
    const waitMs = waitBefore(sent, retry)
    if (waitMs === null || retry >= session.settings.retries) return asked
    retry++
    await pause(waitMs)
  }
}

async function callJudge(
  { ctx, endpoint, settings, flight }: JudgeSession,
  { question, purpose, worker, read }: Asking,
  features: ReadonlySet<Feature>,
): Promise<{ sent: Sent; asked: Asked } | Asked> {
  const characters = question.document.length + question.system.json.length
  const estimate = estimateCost(characters, MAX_OUTPUT_TOKENS, settings.prices)
  const limits = { capUsd: settings.dailyCapUsd, leaseMs: leaseOf(settings) }
  const reservation = await reserveSpend(ctx, flight, estimate, limits)
  if (reservation === 'cap_reached') return { outcome: 'cap_reached', error: capMessage(settings) }
  if (reservation === 'lost') return { outcome: 'timeout', error: 'another caller has taken this question over' }
  const begun = performance.now()
  const sent = await sendQuestion(endpoint, question, features, settings.timeoutMs)
  const durationMs = performance.now() - begun
  const asked = await redactText(ctx, sent.ok ? toAsked(read(sent.text)) : { outcome: sent.outcome, error: sent.error })
  const costUsd = costUsdOf(sent, settings)
  await settleSpend(ctx, reservation, {
    purpose,
    worker,
    model: endpoint.model,
    outcome: asked.outcome,
    score: asked.outcome === 'scored' ? asked.score : null,
    feedback: asked.outcome === 'scored' ? asked.feedback : null,
    error: asked.outcome === 'scored' ? null : asked.error,
    usage: sent.usage,
    costUsd,
    chargedUsd: costUsd ?? estimate,
    durationMs,
  })
  return { sent, asked }
}

/** Applies the project's redaction to the judge's text, which may quote what it was shown. */
async function redactText<A extends Asked>(ctx: ProjectContext, asked: A): Promise<A> {
  const redactor = await loadRedactor(ctx.db, ctx.project.id)
  if (!redactor) return asked
  const text = asked.outcome === 'scored' ? { feedback: asked.feedback } : { error: asked.error }
  return { ...asked, ...redactValue(redactor, text) }
}

function toAsked(verdict: ReturnType<Asking['read']>): Exclude<Asked, { outcome: 'cap_reached' }> {
  if ('score' in verdict) return { outcome: 'scored', ...verdict }
  return { outcome: verdict.fault === REFUSED ? 'refused' : 'unparseable', error: verdict.fault }
}

/** Cost of a call: 0 if the endpoint did not accept it; null if it may have and reported no tokens, or no price is set. */
function costUsdOf(sent: Sent, { prices }: JudgeSettings): number | null {
  if (prices.inputUsdPerMillion + prices.outputUsdPerMillion === 0) return null
  if (sent.usage) return costOf(sent.usage, prices)
  return sent.ok || sent.mayCost ? null : 0
}

/** Wait before the next retry in ms; null when retrying cannot help, or the endpoint asks for more than the maximum. */
function waitBefore(sent: Sent, retry: number): number | null {
  if (sent.ok || (sent.outcome !== 'rate_limited' && sent.outcome !== 'unavailable')) return null
  if (sent.retryAfterMs !== null) return sent.retryAfterMs <= MAX_WAIT_MS ? sent.retryAfterMs : null
  return Math.min(MAX_WAIT_MS, BACKOFF_MS * 2 ** retry) * (0.75 + Math.random() / 2)
}

function capMessage({ dailyCapUsd }: JudgeSettings): string {
  return `today's cap of $${dailyCapUsd} leaves no room for another call`
}

// A per-instance hint that avoids refused calls.
const missing = new Map<string, ReadonlySet<Feature>>()

/** Features to request from this endpoint: all of its protocol except those it refused before. */
function featuresOf(endpoint: JudgeEndpoint): Set<Feature> {
  const absent = missing.get(keyOf(endpoint))
  return new Set(protocols[endpoint.kind].features.filter((feature) => !absent?.has(feature)))
}

/** Remembers the features of a request that the endpoint answered. */
function rememberFeatures(endpoint: JudgeEndpoint, features: ReadonlySet<Feature>): void {
  const { features: known } = protocols[endpoint.kind]
  missing.set(keyOf(endpoint), new Set(known.filter((feature) => !features.has(feature))))
}

/** Drops the feature that a refusal names, else the schema; null when none is left to drop. */
function withoutBlamed(features: ReadonlySet<Feature>, blames: string): Set<Feature> | null {
  const order: readonly Feature[] = ['temperature', 'max_completion_tokens', 'response_format']
  const named = order.find((feature) => features.has(feature) && blames.includes(feature))
  const dropped = named ?? [...features][0]
  if (dropped === undefined) return null
  return new Set([...features].filter((feature) => feature !== dropped))
}

function keyOf({ kind, baseUrl, model }: JudgeEndpoint): string {
  return `${kind} ${baseUrl} ${model}`
}
