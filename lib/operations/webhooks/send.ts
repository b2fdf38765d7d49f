import { z } from 'zod'
import type { DeliveryAttempt } from '@/lib/contracts/webhooks'
import type { WebhookEndpoint } from '@/lib/db/generated/client'
import { type AnswerMeaning, judgeAnswer } from '@/lib/engine/webhooks/answer'
import { slackMessage } from '@/lib/presentation/text/webhook-events'
import { AppError } from '../errors'
import { OutboundError } from '../outbound/addresses'
import { guardedFetch } from '../outbound/guarded-fetch'
import { signatureHeaders } from '../outbound/secrets'
import { logFailure } from '../work/process-each'
import { signingSecrets } from './store'

/** `payload`: as stored; parsed when it is sent. */
export type Message = { id: string; type: string; at: Date; payload: unknown }
export type Sent = { attempt: DeliveryAttempt; meaning: AnswerMeaning }

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 4096
const SHOWN_CHARS = 500

/** Sends a message once; never throws, errors are returned. */
export async function sendMessage(endpoint: WebhookEndpoint, message: Message, now: Date): Promise<Sent> {
  const attempt = { kind: 'attempt', at: now.toISOString(), by: null } as const
  try {
    const body = bodyOf(endpoint.form, message)
    const signed = signatureHeaders(signingSecrets(endpoint, now), { id: message.id, at: now, body })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Veritas-Webhooks/1.0', ...signed }
    const answer = await guardedFetch(endpoint.url, {
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
    const meaning = judgeAnswer(answer.status, answer.headers['retry-after'], now)
    return {
      attempt: {
        ...attempt,
        status: answer.status,
        error: meaning.kind === 'accepted' ? null : meaning.error,
        ms: Math.round(answer.ms),
        response: answer.body.slice(0, SHOWN_CHARS).replaceAll('\0', '\ufffd').toWellFormed() || null,
      },
      meaning,
    }
  } catch (error) {
    const isKnown = error instanceof OutboundError || error instanceof AppError
    const text = isKnown
      ? error.message
      : `The message could not be built: ${logFailure('webhook', { projectId: endpoint.projectId, id: message.id }, error)}`
    return notSent(text, now)
  }
}

/** A retryable failure without an answer. */
export function notSent(error: string, now: Date): Sent {
  return {
    attempt: { kind: 'attempt', at: now.toISOString(), by: null, status: null, error, ms: null, response: null },
    meaning: { kind: 'retry', error, askedMs: null },
  }
}

const webhookData = z.record(z.string(), z.unknown())

function bodyOf(form: string, { type, at, payload }: Message): string {
  const data = webhookData.parse(payload)
  return JSON.stringify(form === 'slack' ? slackMessage(type, data) : { type, timestamp: at.toISOString(), data })
}
