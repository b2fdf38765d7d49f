import type { DeliveryAttempt } from '@/lib/contracts/webhooks'
import type { WebhookEndpoint } from '@/lib/db/generated/client'
import type { WebhookData } from '@/lib/engine/webhooks/fit-data'
import { type AnswerMeaning, judgeAnswer } from '@/lib/engine/webhooks/judge-answer'
import { slackMessage } from '@/lib/engine/webhooks/slack-message'
import { AppError } from '../errors'
import { signingSecrets } from './endpoint-row'
import { guardedFetch } from './guarded-fetch'
import { OutboundError } from './outbound-error'
import { signatureHeaders } from './sign'

export type Message = { id: string; type: string; at: Date; data: WebhookData }
export type Sent = { attempt: DeliveryAttempt; meaning: AnswerMeaning }

export const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 4096
const SHOWN_CHARS = 500

/** Sends a message once. Throws nothing: whatever goes wrong is told. */
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
    if (!(error instanceof OutboundError || error instanceof AppError)) throw error
    return {
      attempt: { ...attempt, status: null, error: error.message, ms: null, response: null },
      meaning: { kind: 'retry', error: error.message, askedMs: null },
    }
  }
}

function bodyOf(form: string, { type, at, data }: Message): string {
  return JSON.stringify(form === 'slack' ? slackMessage(type, data) : { type, timestamp: at.toISOString(), data })
}
