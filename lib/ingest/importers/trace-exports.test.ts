import { describe, expect, it } from 'vitest'
import { runsOf } from '../testing/trace-runs'
import { traceFormats } from './trace-exports'

const TRACE = '0123456789abcdef0123456789abcdef'

describe('Langfuse traces', () => {
  const trace = {
    id: 'a1b2',
    timestamp: '2026-11-22T10:00:00.000Z',
    name: 'support-answers',
    version: '1.4.0',
    sessionId: 's-1',
    input: { question: 'How?' },
    output: 'Like this.',
    tags: ['web'],
  }
  const generation = {
    id: 'obs-2',
    traceId: 'a1b2',
    parentObservationId: 'obs-1',
    type: 'GENERATION',
    name: 'answer',
    startTime: '2026-11-22T10:00:01.000Z',
    endTime: '2026-11-22T10:00:02.500Z',
    model: 'gpt-5-mini',
    input: [{ role: 'user', content: 'How?' }],
    output: { role: 'assistant', content: 'Like this.' },
    usageDetails: { input: 12, output: 4, total: 16 },
    costDetails: { total: 0.001 },
    level: 'DEFAULT',
  }
  const top = {
    id: 'obs-1',
    traceId: 'a1b2',
    type: 'AGENT',
    name: 'agent',
    startTime: '2026-11-22T10:00:00.000Z',
    endTime: '2026-11-22T10:00:03.000Z',
  }
  const score = {
    id: 's',
    traceId: 'a1b2',
    name: 'helpful',
    value: 0.7,
    dataType: 'NUMERIC',
    source: 'EVAL',
    comment: 'mostly',
  }

  it('with observations and scores inside become a run with nodes and a signal', () => {
    const [run] = runsOf('langfuse', [{ ...trace, observations: [generation, top], scores: [score] }])
    expect(run).toMatchObject({
      chain: 'support-answers',
      version: '1.4.0',
      request: { question: 'How?' },
      output: 'Like this.',
      tokens: { input: 12, output: 4, total: 16 },
      costUsd: 0.001,
      signals: [{ evaluator: 'peer', value: 0.7, by: 'helpful', comment: 'mostly' }],
      durationMs: 3000,
    })
    expect(run?.nodes?.map(({ name, type }) => [name, type])).toEqual([['answer', 'llm']])
  })

  it('count cached tokens and those of reasoning, which Langfuse keeps apart, as the traces it is sent do', () => {
    const usageDetails = { input: 10, input_cached_tokens: 90, output: 4, output_reasoning_tokens: 6, total: 110 }
    const [run] = runsOf('langfuse', [{ ...trace, observations: [{ ...generation, usageDetails }, top] }])
    expect(run?.tokens).toEqual({ input: 100, output: 10, total: 110 })
  })

  it('last as long as their latency in seconds, which an export has without its observations', () => {
    const [run] = runsOf('langfuse', [{ ...trace, latency: 1.25 }])
    expect(run).toMatchObject({ durationMs: 1250, startedAt: trace.timestamp, endedAt: '2026-11-22T10:00:01.250Z' })
  })

  it('keep the id, the tags and the version that Langfuse has for them', () => {
    const [run] = runsOf('langfuse', [{ ...trace, observations: ['obs-1'], scores: ['s'] }])
    expect(run).toMatchObject({ id: 'a1b2', tags: ['web'], version: '1.4.0' })
    expect(run?.nodes).toHaveLength(1)
    const [exported] = runsOf('langfuse', [{ ...top, traceName: 'answers', version: '9.1', release: 'r2' }])
    expect(exported).toMatchObject({ id: 'a1b2', version: '9.1' })
  })

  it('give the same run from separate rows in any order', () => {
    const whole = runsOf('langfuse', [{ ...trace, observations: [generation, top] }])
    expect(runsOf('langfuse', [generation, trace, top])).toEqual(whole)
    expect(runsOf('langfuse', [{ trace, observations: [top, generation], scores: [] }])).toEqual(whole)
  })

  it('are read in the snake case of the blob storage, with times without an offset as UTC', () => {
    const row = {
      id: 'o',
      trace_id: 'a1b2',
      parent_observation_id: null,
      trace_name: 'support-answers',
      type: 'GENERATION',
      name: 'answer',
      start_time: '2026-11-22 10:00:01.250000',
      end_time: '2026-11-22 10:00:02.000000',
      provided_model_name: 'gpt-5-mini',
      input: '"How?"',
      output: 'Like this.',
      level: 'ERROR',
      status_message: 'cut off',
    }
    expect(runsOf('langfuse', [row])).toMatchObject([
      {
        chain: 'support-answers',
        status: 'failed',
        error: { message: 'cut off' },
        startedAt: '2026-11-22T10:00:01.250Z',
        durationMs: 750,
      },
    ])
  })

  it('that Langfuse took from OpenTelemetry are read by the attributes that it keeps', () => {
    const attributes = {
      'openinference.span.kind': 'TOOL',
      'tool.name': 'search',
      'output.value': '{"found":2}',
    }
    const called = {
      ...generation,
      ...{ id: 'obs-3', type: 'SPAN', name: 'run', model: null, usageDetails: {}, costDetails: {}, totalCost: 0 },
      ...{ input: { query: 'x' }, output: {}, metadata: JSON.stringify({ attributes, step: 4 }) },
    }
    const named = {
      ...top,
      metadata: { resourceAttributes: { 'service.name': 'shop' }, scope: { name: 'lib', version: '1' } },
    }
    const [run] = runsOf('langfuse', [{ ...trace, name: 'agent', observations: [generation, called, named] }])
    expect(run).toMatchObject({ chain: 'shop', costUsd: 0.001, metadata: { otlp: { scope: { name: 'lib' } } } })
    const node = run?.nodes?.find(({ type }) => type === 'tool')
    expect(node).toMatchObject({ name: 'search', output: { found: 2 }, input: { query: 'x' } })
    expect(node?.attributes).toEqual({ 'langfuse.observation.metadata': '{"step":4}' })
  })

  it('count a price of zero only where one was set', () => {
    const priced = (details: object) =>
      runsOf('langfuse', [{ ...trace, observations: [{ ...generation, costDetails: details, totalCost: 0 }, top] }])[0]
    expect(priced({})?.costUsd).toBeUndefined()
    expect(priced({ total: 0 })?.costUsd).toBe(0)
  })

  it('with texts that were serialised are read as these texts, except what a model says in quotes', () => {
    const said = { ...generation, input: '"How\\nso?"', output: '"Like this."' }
    const [run] = runsOf('langfuse', [{ ...trace, input: '"How?"', output: '"Like so."', observations: [said, top] }])
    expect(run).toMatchObject({ request: 'How?', output: 'Like so.' })
    expect(run?.nodes).toMatchObject([{ input: 'How\nso?', output: '"Like this."' }])
  })

  it('without observations become a run without nodes', () => {
    expect(runsOf('langfuse', [trace], { chain: 'mine', version: '2' })).toMatchObject([
      { chain: 'mine', version: '2', request: { question: 'How?' }, output: 'Like this.' },
    ])
  })
})

describe('Phoenix spans', () => {
  const api = {
    id: 'U3Bhbjox',
    name: 'ChatCompletion',
    context: { trace_id: TRACE, span_id: '00000000000000aa' },
    span_kind: 'LLM',
    parent_id: '00000000000000a0',
    start_time: '2026-11-22T10:00:01+00:00',
    end_time: '2026-11-22T10:00:02+00:00',
    status_code: 'OK',
    status_message: '',
    attributes: {
      'llm.model_name': 'gpt-5-mini',
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': 5,
      'output.value': 'Like this.',
    },
    events: [],
  }
  const root = {
    name: 'agent',
    context: { trace_id: TRACE, span_id: '00000000000000a0' },
    span_kind: 'AGENT',
    parent_id: null,
    start_time: '2026-11-22T10:00:00Z',
    end_time: '2026-11-22T10:00:03Z',
    status_code: 'ERROR',
    status_message: 'no answer',
    attributes: { input: { value: 'How?' }, session: { id: 's' } },
    annotations: [{ name: 'correct', annotator_kind: 'CODE', result: { score: 0, label: 'no' } }],
  }

  it('from the API become a run, with annotations as signals', () => {
    expect(runsOf('phoenix', [api, root])).toMatchObject([
      {
        id: TRACE,
        status: 'failed',
        error: { message: 'no answer' },
        request: 'How?',
        tokens: { input: 10, output: 5 },
        signals: [{ evaluator: 'downstream', value: 0, by: 'correct' }],
        nodes: [{ id: '00000000000000aa', type: 'llm', output: 'Like this.' }],
      },
    ])
  })

  it('from a data frame are read from dotted columns with times in milliseconds', () => {
    const row = {
      name: 'ChatCompletion',
      span_kind: 'LLM',
      parent_id: null,
      start_time: 1_795_341_601_000,
      end_time: 1_795_341_602_000,
      status_code: 'UNSET',
      'context.trace_id': TRACE,
      'context.span_id': '00000000000000aa',
      'attributes.llm.model_name': 'gpt-5-mini',
      'attributes.llm.token_count.prompt': 10,
      'attributes.llm.input_messages': [{ 'message.role': 'user', 'message.content': 'How?' }],
      'attributes.output.value': 'Like this.',
      'attributes.metadata': { team: 'web' },
    }
    expect(runsOf('phoenix', [row])).toMatchObject([
      {
        request: [{ role: 'user', content: 'How?' }],
        output: 'Like this.',
        durationMs: 1000,
        metadata: { models: ['gpt-5-mini'] },
      },
    ])
  })
})

describe('an OTLP file', () => {
  const line = (traceIds: string[], name: string, spanId: string, parentSpanId?: string) => ({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'answers' } }] },
        scopeSpans: [
          {
            spans: traceIds.map((traceId) => ({
              traceId,
              spanId,
              parentSpanId,
              name,
              startTimeUnixNano: '1763800000000000000',
              endTimeUnixNano: '1763800001000000000',
            })),
          },
        ],
      },
    ],
  })
  const other = TRACE.replace('0', 'f')

  it('is also read with the snake_case names of the protocol files', () => {
    const span = {
      trace_id: TRACE,
      span_id: '00000000000000a0',
      name: 'root',
      start_time_unix_nano: '1763800000000000000',
      end_time_unix_nano: '1763800001000000000',
      attributes: [{ key: 'gen_ai.operation.name', value: { string_value: 'chat' } }],
    }
    const child = { ...span, span_id: '00000000000000a1', parent_span_id: span.span_id, name: 'step' }
    const [run, ...more] = runsOf('otlp', [{ resource_spans: [{ scope_spans: [{ spans: [span, child] }] }] }])
    expect(more).toEqual([])
    expect(run).toMatchObject({ id: TRACE, title: 'root', durationMs: 1000, nodes: [{ name: 'step', type: 'llm' }] })
  })

  it('produces one run per trace, whichever lines contain its spans', () => {
    const runs = runsOf('otlp', [
      line([TRACE, other], 'step', '00000000000000a1', '00000000000000a0'),
      line([TRACE], 'root', '00000000000000a0'),
    ])
    expect(runs.map(({ id, nodes }) => [id, nodes?.length])).toEqual([
      [TRACE, 1],
      [other, 1],
    ])
  })
})

it('reads a Langfuse trace whose time, ids and score source are objects with a field named toString', () => {
  const odd = { toString: 1 }
  const rows = [
    { id: 't', name: 'a', timestamp: odd, scores: [{ id: 's', name: 'x', value: 1, source: odd }] },
    { id: odd, traceId: 't', parentObservationId: odd, type: 'SPAN', startTime: '2026-11-22T10:00:00Z', endTime: odd },
  ]
  expect(() => traceFormats.langfuse.toRuns('t', rows, {})).not.toThrow()
})
