import { describe, expect, it } from 'vitest'
import { makeSpan, nodeOf, onlyRun, spanId, TRACE_ID } from '../testing/spans'
import { spansToRuns } from './spans-to-runs'
import { mergeSpans } from './wire-span'

const llm = { 'openinference.span.kind': 'LLM' }
const tool = (name: string) => ({ 'openinference.span.kind': 'TOOL', 'tool.name': name })
const answer = (text: string) => ({
  ...llm,
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.content': text,
})

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

  it('loses nothing of a trace of usual size', () => {
    expect(spansToRuns(agentTrace).lost).toEqual([])
  })

  it("takes the agent's text from the root's messages, without the calls and results recorded beside it", () => {
    const parts = [
      { type: 'text', content: 'It is 21 degrees.' },
      { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Rome' } },
      { type: 'tool_call_response', id: 'c1', response: { city: 'Rome', humidity: 93 } },
    ]
    const withOutput = (messages: unknown) =>
      onlyRun([
        makeSpan({
          id: '1',
          attributes: {
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.output.messages': JSON.stringify(messages),
          },
        }),
      ]).output
    expect(withOutput([{ role: 'assistant', parts }])).toBe('It is 21 degrees.')
    const callOnly = [{ role: 'assistant', parts: parts.slice(1, 2) }]
    expect(withOutput(callOnly)).toEqual(callOnly)
  })

  it('never takes what a failed run was asked, passed on by its steps, for its answer', () => {
    const asked = { 'openinference.span.kind': 'CHAIN', 'output.value': '{"messages":[{"role":"user"}]}' }
    const failed = { status: { code: 'error', message: 'no such model' } as const }
    const asking = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"weather"}]}]',
    }
    const steps = [
      makeSpan({ id: '2', parent: '1', name: '__start__', ms: [1, 2], attributes: asked }),
      makeSpan({ id: '3', parent: '1', name: 'agent', ms: [3, 8], ...failed }),
      makeSpan({ id: '4', parent: '3', name: 'prompt', ms: [4, 5], attributes: asked }),
    ]
    expect(onlyRun([makeSpan({ id: '1', ms: [0, 9], ...failed }), ...steps]).output).toBeUndefined()
    const said = makeSpan({ id: '5', parent: '3', ms: [6, 7], attributes: answer('half done') })
    expect(onlyRun([makeSpan({ id: '1', ms: [0, 9], ...failed }), ...steps, said]).output).toBe('half done')
    const asks = makeSpan({ id: '6', parent: '1', ms: [7, 8], attributes: asking })
    expect(onlyRun([makeSpan({ id: '1', ms: [0, 9], ...failed }), ...steps, asks]).output).toBeUndefined()
    expect(onlyRun([makeSpan({ id: '1', ms: [0, 9] }), ...steps]).output).toEqual({ messages: [{ role: 'user' }] })
  })

  it('is independent of the order and repetition of spans', () => {
    const reversed = spansToRuns([...agentTrace.toReversed(), ...agentTrace])
    expect(reversed).toEqual(spansToRuns(agentTrace))
  })

  it('keeps the id of a run while its trace is still arriving', () => {
    const [root, ...below] = agentTrace
    expect(onlyRun(below)).toMatchObject({ id: TRACE_ID, metadata: { otlp: { hasRoot: false } } })
    expect(onlyRun(mergeSpans(below, root === undefined ? [] : [root]))).toEqual(onlyRun(agentTrace))
  })

  it('makes a run of a span whose parent is missing, with itself as a node if it is the only one', () => {
    const run = onlyRun([makeSpan({ id: '5', parent: '9', name: 'work', ms: [0, 1] })])
    expect(run).toMatchObject({ id: TRACE_ID, chain: 'work', nodes: [{ id: spanId('5') }] })
  })

  it('makes one run per root of a trace, the earliest with the bare trace id', () => {
    const { runs } = spansToRuns([makeSpan({ id: '2', ms: [50, 60] }), makeSpan({ id: '1', ms: [0, 10] })])
    expect(runs.map((run) => run.id)).toEqual([TRACE_ID, `${TRACE_ID}-${spanId('2')}`])
  })

  it('counts spans in a cycle instead of losing them silently', () => {
    const circle = [makeSpan({ id: '1', parent: '2' }), makeSpan({ id: '2', parent: '1' })]
    expect(spansToRuns(circle)).toMatchObject({
      runs: [],
      lost: [{ traceId: TRACE_ID, count: 2, message: expect.stringContaining('circle') }],
    })
    expect(spansToRuns([makeSpan({ id: '3' }), ...circle])).toMatchObject({
      runs: [{ id: TRACE_ID }],
      lost: [{ count: 2 }],
    })
  })

  it('never invents times, tokens or outputs', () => {
    const run = onlyRun([makeSpan({ id: '1' }), makeSpan({ id: '2', parent: '1' })])
    const { nodes, ...rest } = JSON.parse(JSON.stringify(run))
    for (const body of [rest, nodes[0]])
      for (const field of ['startedAt', 'endedAt', 'durationMs', 'tokens', 'costUsd', 'output', 'request', 'toolCalls'])
        expect(body).not.toHaveProperty(field)
  })

  it('drops an end before the start, which is invalid in a run', () => {
    expect(onlyRun([makeSpan({ id: '1', ms: [10, 5] })])).not.toHaveProperty('endedAt')
  })
})

describe('the answer of a run', () => {
  const messages = [
    { type: 'human', content: 'How warm is it?' },
    { type: 'ai', content: 'It is 21 degrees.' },
  ]
  // As LangChain's JavaScript writes a tool with `returnDirect`.
  const direct = [
    { lc: 1, type: 'constructor', kwargs: { content: 'Which?' }, id: ['langchain_core', 'messages', 'HumanMessage'] },
    {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'AIMessage'],
      kwargs: { content: 'Let me look.', tool_calls: [{ id: 'd', name: 'quote', args: {} }] },
    },
    {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'ToolMessage'],
      kwargs: { name: 'quote', content: '3 hotels', tool_call_id: 'd', status: 'success' },
    },
  ]

  it.each([
    ['the last words of the model, where a graph holds only messages', { messages }, 'It is 21 degrees.'],
    ['the result of a tool that ended it, whatever the model said before', { messages: direct }, '3 hotels'],
    ['a state with more than messages', { messages, city: 'Paris' }, { messages, city: 'Paris' }],
  ])('is %s', (_, state, answer) => {
    const attributes = { 'openinference.span.kind': 'CHAIN', 'output.value': JSON.stringify(state) }
    expect(onlyRun([makeSpan({ id: '1', attributes })]).output).toEqual(answer)
  })
})

it('a run of LangSmith that failed has no answer', () => {
  const attributes = { 'langsmith.span.kind': 'chain', 'gen_ai.completion': '{}' }
  const run = onlyRun([makeSpan({ id: '1', status: { code: 'error', message: 'lost' }, attributes })])
  expect(run).toMatchObject({ status: 'failed' })
  expect(run.output).toBeUndefined()
})

describe('tokens of a run', () => {
  it('are counted once if an agent repeats the sum of its requests', () => {
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

describe('names that a run may not have', () => {
  const retriever = { 'openinference.span.kind': 'RETRIEVER', 'retrieval.documents.0.document.content': 'x' }
  const raised = { status: { code: 'error', message: null } as const }
  it.each([
    ['a line break', 'Look up\nthe weather', 'Look up the weather'],
    ['a NUL', 'look\0up', 'look up'],
    ['half a character', 'look \ud83d', 'look \ufffd'],
    ['a character cut in two by the limit', `${'x'.repeat(199)}\u{1f600}`, `${'x'.repeat(199)}\ufffd`],
  ])('are mended, and cost no trace: %s', (_, name, mended) => {
    const run = onlyRun([
      makeSpan({
        id: '1',
        name,
        ms: [0, 9],
        attributes: { 'veritas.execution': name, 'veritas.version': `v ${name}` },
      }),
      makeSpan({ id: '2', parent: '1', ms: [1, 2], attributes: tool(name) }),
      makeSpan({ id: '3', parent: '1', ms: [2, 3], attributes: { ...llm, 'llm.model_name': name } }),
      makeSpan({
        id: '4',
        parent: '1',
        ms: [3, 4],
        attributes: { ...retriever, 'retrieval.documents.0.document.id': name },
      }),
      makeSpan({ id: '5', parent: '1', ms: [4, 5], attributes: { 'error.type': name }, ...raised }),
      makeSpan({
        id: '6',
        parent: '1',
        ms: [5, 6],
        attributes: {
          'annotations.0.annotation.name': name,
          'annotations.0.annotation.annotator_kind': 'LLM',
          'annotations.0.annotation.score': 0.5,
        },
      }),
    ])
    expect(run).toMatchObject({ title: mended, chain: mended, execution: mended })
    expect(nodeOf(run, '2')?.name).toContain(mended.slice(0, 190))
  })

  it.each(['\0', '\u200b', ' \n '])('are left out if nothing can be seen of them: %j', (name) => {
    const run = onlyRun([
      makeSpan({ id: '1', name, ms: [0, 9], attributes: { 'veritas.execution': name } }),
      makeSpan({
        id: '2',
        parent: '1',
        name,
        ms: [1, 2],
        attributes: { ...retriever, 'retrieval.documents.0.document.id': name },
      }),
    ])
    expect(run).toMatchObject({ chain: 'unnamed', sources: [{ id: 'document 1', text: 'x' }] })
    expect([run.title, run.execution, nodeOf(run, '2')?.name]).toEqual([undefined, undefined, undefined])
  })
})
