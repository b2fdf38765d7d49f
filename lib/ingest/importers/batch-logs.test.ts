import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { anthropicBatch, openaiBatch } from './batch-logs'

const sentToOpenai = {
  custom_id: 'ticket-1',
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'Hello' }] },
}
const fromOpenai = {
  id: 'batch_req_1',
  custom_id: 'ticket-1',
  response: {
    status_code: 200,
    request_id: 'r1',
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_763_800_000,
      model: 'gpt-5-mini-2026-01-01',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Hi.',
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"q":"x"}' } }],
          },
        },
      ],
      usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
    },
  },
  error: null,
}

describe('OpenAI batches', () => {
  it('are taken although a model called a tool by a name that a call may not have', () => {
    const call = { id: 'c\n1', type: 'function', function: { name: 'look\nup', arguments: '{}' } }
    const unnamed = { id: '\0', type: 'function', function: { name: '\u200b', arguments: '{}' } }
    const message = { role: 'assistant', content: 'Hi.', tool_calls: [call, unnamed] }
    const body = { ...fromOpenai.response.body, model: 'my\nmodel', choices: [{ index: 0, message }] }
    const made = openaiBatch({ ...fromOpenai, response: { ...fromOpenai.response, body } }, {}, sentToOpenai)
    const run = made.ok ? runInput.parse(made.run) : undefined
    expect(run?.nodes[0]).toMatchObject({
      model: 'my model',
      toolCalls: [{ id: 'c 1', name: 'look up' }, { name: 'unnamed' }],
    })
  })

  it('become one run per line, with the request if its file is given', () => {
    const made = openaiBatch(fromOpenai, {}, sentToOpenai)
    expect(made).toMatchObject({
      ok: true,
      run: {
        id: 'batch_req_1',
        chain: 'openai-batch',
        version: 'gpt-5-mini-2026-01-01',
        scenario: 'ticket-1',
        status: 'completed',
        request: [{ role: 'user', content: 'Hello' }],
        output: 'Hi.',
        tokens: { input: 9, output: 2, total: 11 },
        startedAt: '2025-11-22T08:26:40.000Z',
        nodes: [
          {
            type: 'llm',
            model: 'gpt-5-mini-2026-01-01',
            provider: 'openai',
            toolCalls: [{ id: 'c1', name: 'look_up', arguments: { q: 'x' } }],
          },
        ],
      },
    })
    expect(made.ok && runInput.safeParse(made.run).error).toBeUndefined()
    expect(openaiBatch(fromOpenai)).not.toHaveProperty('run.request')
  })

  it('keep the error of a failed request, and of one that was never made', () => {
    const refused = {
      id: 'b2',
      custom_id: 't2',
      response: { status_code: 429, body: { error: { message: 'slow down', code: 'rate_limit' } } },
      error: null,
    }
    expect(openaiBatch(refused)).toMatchObject({
      run: { status: 'failed', error: { message: 'slow down', code: 'rate_limit', httpStatus: 429 } },
    })
    const expired = { id: 'b3', custom_id: 't3', response: null, error: { code: 'batch_expired', message: 'too late' } }
    expect(openaiBatch(expired)).toMatchObject({ run: { status: 'cancelled' } })
  })

  it.each([1_763_800_000_000, 1_763_800_000_000_000])('reads the time %d of another unit', (created) => {
    const body = { ...fromOpenai.response.body, created }
    expect(openaiBatch({ ...fromOpenai, response: { ...fromOpenai.response, body } })).toMatchObject({
      run: { startedAt: '2025-11-22T08:26:40.000Z' },
    })
  })

  it('are not imported without an answer', () => {
    expect(openaiBatch(sentToOpenai)).toMatchObject({
      ok: false,
      id: 'ticket-1',
      reason: expect.stringContaining('--with'),
    })
    expect(openaiBatch({ response: {} })).toMatchObject({ ok: false, reason: expect.stringContaining('custom_id') })
  })
})

describe('Anthropic batches', () => {
  const sent = {
    custom_id: 'a',
    params: { model: 'claude', system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] },
  }
  const succeeded = {
    custom_id: 'a',
    result: {
      type: 'succeeded',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-x',
        content: [
          { type: 'text', text: 'Hi.' },
          { type: 'tool_use', id: 't1', name: 'look_up', input: { q: 'x' } },
        ],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 3 },
      },
    },
  }

  it('become one run per line', () => {
    const made = anthropicBatch(succeeded, { chain: 'support' }, sent)
    expect(made).toMatchObject({
      run: {
        id: 'msg_1',
        chain: 'support',
        version: 'claude-x',
        scenario: 'a',
        request: { system: 'Be brief.', messages: [{ content: 'Hello' }] },
        output: 'Hi.',
        tokens: { input: 10, output: 3 },
        nodes: [{ toolCalls: [{ id: 't1', name: 'look_up' }] }],
      },
    })
    expect(made.ok && runInput.safeParse(made.run).error).toBeUndefined()
  })

  it.each([
    [
      { type: 'errored', error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      'failed',
    ],
    [{ type: 'canceled' }, 'cancelled'],
    [{ type: 'expired' }, 'cancelled'],
  ])('%j is %s', (result, status) => {
    const made = anthropicBatch({ custom_id: 'b', result })
    expect(made).toMatchObject({ run: { id: 'b', status, nodes: [{ status }] } })
    expect(made.ok && runInput.safeParse(made.run).error).toBeUndefined()
  })
})
