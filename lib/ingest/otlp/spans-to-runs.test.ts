import { describe, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { makeSpan, spanId, TRACE_ID } from './fixtures/make-span'
import { mergeSpans } from './merge-spans'
import { spansToRuns } from './spans-to-runs'

const llm = { 'openinference.span.kind': 'LLM' }
const tool = (name: string) => ({ 'openinference.span.kind': 'TOOL', 'tool.name': name })
const answer = (text: string) => ({
  ...llm,
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.content': text,
})

function onlyRun(spans: readonly Span[]): RunBody {
  const { runs } = spansToRuns(spans)
  expect(runs).toHaveLength(1)
  const [run] = runs
  if (run === undefined) throw new Error('no run')
  const parsed = runInput.safeParse(JSON.parse(JSON.stringify(run)))
  expect(parsed.error?.issues).toBeUndefined()
  return run
}

const callsOf = (run: RunBody) => run.nodes?.flatMap((node) => (Array.isArray(node.toolCalls) ? node.toolCalls : []))
const nodeOf = (run: RunBody, id: string) => run.nodes?.find((node) => node.id === spanId(id))
const edgesOf = (run: RunBody) =>
  Object.fromEntries(
    (run.nodes ?? []).map((node) => [
      node.id.replace(/^a+/, ''),
      node.dependencies?.map((id) => id.replace(/^a+/, '')),
    ]),
  )

const agentTrace = [
  makeSpan({ id: '1', name: 'invoke_agent desk', ms: [0, 100] }),
  makeSpan({
    id: '2',
    parent: '1',
    ms: [10, 30],
    attributes: { ...llm, 'llm.token_count.prompt': 10, 'llm.token_count.completion': 2 },
  }),
  makeSpan({ id: '3', parent: '1', ms: [30, 40], attributes: tool('search') }),
  makeSpan({
    id: '4',
    parent: '1',
    ms: [45, 90],
    attributes: { ...answer('done'), 'llm.token_count.prompt': 20, 'llm.token_count.completion': 3 },
  }),
]

describe('spansToRuns', () => {
  it('makes the root a run and the spans below it nodes', () => {
    const run = onlyRun(agentTrace)
    expect(run).toMatchObject({
      id: TRACE_ID,
      chain: 'desk',
      status: 'completed',
      output: 'done',
      tokens: { input: 30, output: 5 },
      durationMs: 100,
    })
    expect(run.nodes).toHaveLength(3)
    expect(nodeOf(run, '3')).toMatchObject({ name: 'search', type: 'tool', toolCalls: [{ name: 'search' }] })
  })

  it('gives the same run whatever the order, and however often a span comes', () => {
    const reversed = spansToRuns([...agentTrace.toReversed(), ...agentTrace])
    expect(reversed).toEqual(spansToRuns(agentTrace))
  })

  it('keeps the id of a run while its trace is still arriving', () => {
    const [root, ...below] = agentTrace
    expect(onlyRun(below)).toMatchObject({ id: TRACE_ID, metadata: { otlp: { hasRoot: false } } })
    expect(onlyRun(mergeSpans(below, root === undefined ? [] : [root]))).toEqual(onlyRun(agentTrace))
  })

  it('makes a run of a span whose parent never comes, and its own node when it stands alone', () => {
    const run = onlyRun([makeSpan({ id: '5', parent: '9', name: 'work', ms: [0, 1] })])
    expect(run).toMatchObject({ id: TRACE_ID, chain: 'work', nodes: [{ id: spanId('5') }] })
  })

  it('makes one run for each root of a trace, the first by time under the bare trace id', () => {
    const { runs } = spansToRuns([makeSpan({ id: '2', ms: [50, 60] }), makeSpan({ id: '1', ms: [0, 10] })])
    expect(runs.map((run) => run.id)).toEqual([TRACE_ID, `${TRACE_ID}-${spanId('2')}`])
  })

  it('counts spans whose parents form a circle instead of losing them silently', () => {
    const circle = [makeSpan({ id: '1', parent: '2' }), makeSpan({ id: '2', parent: '1' })]
    expect(spansToRuns(circle)).toMatchObject({
      runs: [],
      rejected: { count: 2, message: expect.stringContaining('circle') },
    })
    expect(spansToRuns([makeSpan({ id: '3' }), ...circle])).toMatchObject({
      runs: [{ id: TRACE_ID }],
      rejected: { count: 2 },
    })
  })

  it('never makes up times, tokens or outputs', () => {
    const run = onlyRun([makeSpan({ id: '1' }), makeSpan({ id: '2', parent: '1' })])
    const { nodes, ...rest } = JSON.parse(JSON.stringify(run))
    for (const body of [rest, nodes[0]])
      for (const field of ['startedAt', 'endedAt', 'durationMs', 'tokens', 'costUsd', 'output', 'request', 'toolCalls'])
        expect(body).not.toHaveProperty(field)
  })

  it('drops an end before the start, which no run may have', () => {
    expect(onlyRun([makeSpan({ id: '1', ms: [10, 5] })])).not.toHaveProperty('endedAt')
  })
})

describe('dependencies', () => {
  it('lead from each step to what began after it, and from the children to their parent', () => {
    const spans = [
      makeSpan({ id: '1', ms: [0, 100] }),
      makeSpan({ id: '2', parent: '1', ms: [0, 20] }),
      makeSpan({ id: '3', parent: '1', ms: [20, 60] }),
      makeSpan({ id: '4', parent: '3', ms: [21, 30] }),
      makeSpan({ id: '5', parent: '3', ms: [22, 50] }),
      makeSpan({ id: '6', parent: '1', ms: [70, 90] }),
    ]
    expect(edgesOf(onlyRun(spans))).toEqual({ 2: [], 3: ['4', '5'], 4: ['2'], 5: ['2'], 6: ['3'] })
  })

  it('join parallel steps only where both had ended', () => {
    const spans = [
      makeSpan({ id: '1', ms: [0, 100] }),
      makeSpan({ id: '2', parent: '1', ms: [0, 30] }),
      makeSpan({ id: '3', parent: '1', ms: [5, 20] }),
      makeSpan({ id: '4', parent: '1', ms: [25, 40] }),
      makeSpan({ id: '5', parent: '1', ms: [40, 50] }),
    ]
    expect(edgesOf(onlyRun(spans))).toEqual({ 2: [], 3: [], 4: ['3'], 5: ['2', '4'] })
  })

  it('make no circle of steps without length', () => {
    const spans = [
      makeSpan({ id: '1', ms: [0, 9] }),
      ...['2', '3', '4'].map((id) => makeSpan({ id, parent: '1', ms: [5, 5] })),
    ]
    expect(edgesOf(onlyRun(spans))).toEqual({ 2: [], 3: ['2'], 4: ['3'] })
  })
})

describe('tokens of a run', () => {
  it('are counted once where an agent repeats the sum of its requests', () => {
    const usage = (input: number) => ({ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': 1 })
    const spans = [
      makeSpan({ id: '1', attributes: usage(9) }),
      makeSpan({ id: '2', parent: '1', attributes: usage(9) }),
      makeSpan({ id: '3', parent: '2', attributes: usage(4) }),
      makeSpan({ id: '4', parent: '2', attributes: usage(5) }),
    ]
    expect(onlyRun(spans).tokens).toEqual({ input: 9, output: 2, total: undefined })
  })
})

describe('failures', () => {
  const exception = (attributes: Record<string, unknown>) => [{ name: 'exception', timeNano: null, attributes }]

  it('take message, type and stack from the status and the exception', () => {
    const [run] = spansToRuns([
      makeSpan({
        id: '1',
        status: { code: 'error', message: null },
        events: exception({
          'exception.type': 'RateLimitError',
          'exception.message': 'slow down',
          'exception.stacktrace': 'at x',
        }),
        attributes: { 'http.response.status_code': 429 },
      }),
    ]).runs
    expect(run).toMatchObject({
      status: 'failed',
      error: { message: 'slow down', type: 'RateLimitError', httpStatus: 429, stack: 'at x' },
    })
  })

  it.each([
    ['an error status', { status: { code: 'error', message: 'boom' } as const }, 'failed'],
    ['an error.type without a status', { attributes: { 'error.type': 'timeout' } }, 'failed'],
    ['an exception that left the span', { events: exception({ 'exception.message': 'x' }) }, 'failed'],
    ['an exception that was handled', { events: exception({ 'exception.escaped': false }) }, 'completed'],
    [
      'an exception under a status ok',
      { status: { code: 'ok', message: null } as const, events: exception({}) },
      'completed',
    ],
    ['nothing said', {}, 'completed'],
  ])('%s', (_, span, expected) => {
    const run = onlyRun([makeSpan({ id: '1', ms: [0, 9] }), makeSpan({ id: '2', parent: '1', ms: [1, 2], ...span })])
    expect(nodeOf(run, '2')?.status).toBe(expected)
    expect(run.status).toBe('completed')
  })

  it('a step that never ended is still running', () => {
    const open = { ...makeSpan({ id: '2', parent: '1', ms: [1, 2] }), endNano: null }
    expect(nodeOf(onlyRun([makeSpan({ id: '1', ms: [0, 9] }), open]), '2')?.status).toBe('running')
  })
})

describe('tool calls', () => {
  const asking = (id?: string) => ({
    ...llm,
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'search',
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":"x"}',
    ...(id && { 'llm.output_messages.0.message.tool_calls.0.tool_call.id': id }),
  })

  it('are told once when the tool has a span of its own', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', attributes: asking('t1') }),
      makeSpan({ id: '3', parent: '1', attributes: { ...tool('search'), 'tool_call.id': 't1' } }),
    ])
    expect(callsOf(run)).toHaveLength(1)
  })

  it('stand at the model that asked when no span carried them out', () => {
    const run = onlyRun([makeSpan({ id: '1' }), makeSpan({ id: '2', parent: '1', attributes: asking() })])
    expect(nodeOf(run, '2')?.toolCalls).toEqual([{ id: undefined, name: 'search', arguments: { q: 'x' } }])
  })

  it('are told once when two spans record the same request', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', attributes: asking() }),
      makeSpan({ id: '3', parent: '2', attributes: asking() }),
    ])
    expect(callsOf(run)).toHaveLength(1)
  })
})

describe('names', () => {
  it.each([
    [
      'the root’s agent',
      {
        attributes: { 'gen_ai.agent.name': 'desk', 'gen_ai.agent.version': '2' },
        resource: { 'service.name': 'shop', 'service.version': '1' },
      },
      'desk',
      '2',
    ],
    ['the service', { resource: { 'service.name': 'shop', 'service.version': '1' } }, 'shop', '1'],
    [
      'the root span when the SDK made the service up',
      { name: 'invocation [hello]', resource: { 'service.name': 'unknown_service:node' } },
      'hello',
      undefined,
    ],
    [
      'a name of its own before all',
      { attributes: { 'veritas.chain': 'own', 'gen_ai.workflow.name': 'flow' } },
      'own',
      undefined,
    ],
  ])('come from %s', (_, span, chain, version) => {
    expect(onlyRun([makeSpan({ id: '1', ...span })])).toMatchObject({ chain, version })
  })

  it('never break the rules of a run', () => {
    expect(onlyRun([makeSpan({ id: '1', name: ` ${'x'.repeat(500)}` })]).chain).toHaveLength(200)
    expect(onlyRun([makeSpan({ id: '1', name: ' ' })]).chain).toBe('unnamed')
  })
})

describe('evaluations', () => {
  const annotation = (at: number, values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`annotations.${at}.annotation.${key}`, value]))

  it('are signals where the annotator is told', () => {
    const attributes = {
      ...annotation(0, { name: 'correct', score: 1, annotator_kind: 'HUMAN' }),
      ...annotation(1, { name: 'helpful', score: 0.4, annotator_kind: 'LLM', explanation: 'vague' }),
    }
    expect(onlyRun([makeSpan({ id: '1', attributes })]).signals).toMatchObject([
      { evaluator: 'human', value: 1, by: 'correct' },
      { evaluator: 'peer', value: 0.4, comment: 'vague' },
    ])
  })

  it('stay metadata when nobody says who judged, the score is no share, or two measures have one annotator', () => {
    const attributes = {
      ...annotation(0, { name: 'anonymous', score: 1 }),
      ...annotation(1, { name: 'stars', score: 5, annotator_kind: 'HUMAN' }),
      ...annotation(2, { name: 'toxic', score: 0.1, annotator_kind: 'LLM' }),
      ...annotation(3, { name: 'helpful', score: 0.9, annotator_kind: 'LLM' }),
    }
    const run = onlyRun([makeSpan({ id: '1', attributes })])
    expect(run.signals).toEqual([])
    expect(run.metadata?.evaluations).toHaveLength(4)
  })
})
