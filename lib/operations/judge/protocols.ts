import { z } from 'zod'
import type { JudgeKind } from '@/lib/contracts/project-judges'
import type { JudgeUsage } from '@/lib/engine/judge/cost'
import type { JudgeQuestion } from '@/lib/engine/judge/prompt'
import type { JudgeEndpoint } from './endpoint'

/** Output limit: room for a verdict, and for a model that thinks before it answers. */
export const MAX_OUTPUT_TOKENS = 4096

/** Request options that not every endpoint supports, by OpenAI's parameter names. */
export type Feature = 'response_format' | 'temperature' | 'max_completion_tokens'

type JudgeRequest = { url: string; headers: Record<string, string>; body: unknown }
/** `text` is null if the answer does not match the protocol; `isRefused`: the model or its filter refused to judge. */
type JudgeReply = { text: string | null; isRefused: boolean; usage: JudgeUsage | null }

/** Request and response format of one kind of endpoint. */
type Protocol = {
  features: readonly Feature[]
  request: (endpoint: JudgeEndpoint, question: JudgeQuestion, features: ReadonlySet<Feature>) => JudgeRequest
  read: (answer: unknown) => JudgeReply
}

const NOTHING: JudgeReply = { text: null, isRefused: false, usage: null }
const tokens = z.number().int().min(0)

/** Appends a path to the base URL, which may already contain the API version. */
function at(baseUrl: string, version: string, path: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  return /\/v\d\w*$/.test(base) || version === '' ? `${base}${path}` : `${base}/${version}${path}`
}

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
const completionUsage = z.object({ usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }) })

/** Chat completions, as served by OpenAI and many others. */
const openai: Protocol = {
  features: ['response_format', 'temperature', 'max_completion_tokens'],
  request: ({ baseUrl, apiKey, model }, question, features) => ({
    url: at(baseUrl, '', '/chat/completions'),
    headers: { ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    body: {
      model,
      messages: [
        { role: 'system', content: question.system[features.has('response_format') ? 'json' : 'text'] },
        { role: 'user', content: question.document },
      ],
      ...(features.has('response_format') && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'verdict', strict: true, schema: question.schema },
        },
      }),
      ...(features.has('temperature') && { temperature: 0 }),
      ...(features.has('max_completion_tokens') && { max_completion_tokens: MAX_OUTPUT_TOKENS }),
    },
  }),
  read: (answer) => {
    const bill = completionUsage.safeParse(answer).data?.usage
    const usage = bill ? { inputTokens: bill.prompt_tokens, outputTokens: bill.completion_tokens } : null
    const choice = completion.safeParse(answer).data?.choices[0]
    if (!choice) return { ...NOTHING, usage }
    const { content, refusal } = choice.message
    return { text: content ?? '', isRefused: Boolean(refusal) || choice.finish_reason === 'content_filter', usage }
  },
}

const message = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() })),
  stop_reason: z.string().nullish(),
})
const messageUsage = z.object({
  usage: z.object({
    input_tokens: tokens,
    output_tokens: tokens,
    cache_creation_input_tokens: tokens.nullish(),
    cache_read_input_tokens: tokens.nullish(),
  }),
})

/** Anthropic's Messages API. The verdict is the input of a forced tool call, which all its models support. */
const anthropic: Protocol = {
  features: ['response_format', 'temperature'],
  request: ({ baseUrl, apiKey, model }, question, features) => ({
    url: at(baseUrl, 'v1', '/messages'),
    headers: { 'anthropic-version': '2023-06-01', ...(apiKey !== null && { 'x-api-key': apiKey }) },
    body: {
      model,
      max_tokens: MAX_OUTPUT_TOKENS,
      system: question.system[features.has('response_format') ? 'json' : 'text'],
      messages: [{ role: 'user', content: question.document }],
      ...(features.has('response_format') && {
        tools: [{ name: 'verdict', description: 'Give the verdict.', input_schema: question.schema }],
        tool_choice: { type: 'tool', name: 'verdict' },
      }),
      ...(features.has('temperature') && { temperature: 0 }),
    },
  }),
  read: (answer) => {
    const bill = messageUsage.safeParse(answer).data?.usage
    const cached = (bill?.cache_creation_input_tokens ?? 0) + (bill?.cache_read_input_tokens ?? 0)
    const usage = bill ? { inputTokens: bill.input_tokens + cached, outputTokens: bill.output_tokens } : null
    const parsed = message.safeParse(answer).data
    if (!parsed) return { ...NOTHING, usage }
    const called = parsed.content.find(({ type }) => type === 'tool_use')
    const plain = parsed.content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')
    return {
      text: called ? JSON.stringify(called.input) : plain,
      isRefused: parsed.stop_reason === 'refusal',
      usage,
    }
  },
}

const generated = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })).default([]),
          })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .min(1),
})
const generatedUsage = z.object({
  usageMetadata: z.object({
    promptTokenCount: tokens,
    candidatesTokenCount: tokens.default(0),
    thoughtsTokenCount: tokens.default(0),
  }),
})
const blocked = z.object({ promptFeedback: z.object({ blockReason: z.string() }) })
const REFUSING = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'RECITATION'])

/** Gemini's generateContent. */
const gemini: Protocol = {
  features: ['response_format', 'temperature', 'max_completion_tokens'],
  request: ({ baseUrl, apiKey, model }, question, features) => ({
    url: at(baseUrl, 'v1beta', `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:generateContent`),
    headers: { ...(apiKey !== null && { 'x-goog-api-key': apiKey }) },
    body: {
      systemInstruction: { parts: [{ text: question.system[features.has('response_format') ? 'json' : 'text'] }] },
      contents: [{ role: 'user', parts: [{ text: question.document }] }],
      generationConfig: {
        ...(features.has('response_format') && {
          responseMimeType: 'application/json',
          responseJsonSchema: question.schema,
        }),
        ...(features.has('temperature') && { temperature: 0 }),
        ...(features.has('max_completion_tokens') && { maxOutputTokens: MAX_OUTPUT_TOKENS }),
      },
    },
  }),
  read: (answer) => {
    const bill = generatedUsage.safeParse(answer).data?.usageMetadata
    const outputTokens = bill ? bill.candidatesTokenCount + bill.thoughtsTokenCount : 0
    const usage = bill ? { inputTokens: bill.promptTokenCount, outputTokens } : null
    if (blocked.safeParse(answer).success) return { text: '', isRefused: true, usage }
    const candidate = generated.safeParse(answer).data?.candidates[0]
    if (!candidate) return { ...NOTHING, usage }
    const parts = candidate.content?.parts ?? []
    const text = parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('')
    return { text, isRefused: REFUSING.has(candidate.finishReason ?? ''), usage }
  },
}

export const protocols: Readonly<Record<JudgeKind, Protocol>> = { openai, anthropic, gemini }
