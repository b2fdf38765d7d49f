import { describe, expect, it } from 'vitest'
import { makeSpan, onlyRun } from '../testing/spans'
import { spansToRuns } from './spans-to-runs'

describe('names of chains', () => {
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
    [
      'the root span before the service',
      { name: 'answer a ticket', resource: { 'service.name': 'shop', 'service.version': '1' } },
      'answer a ticket',
      '1',
    ],
    [
      'the service if the root is named after a model',
      { name: 'chat gpt-4o', resource: { 'service.name': 'shop', 'service.version': '1' } },
      'shop',
      '1',
    ],
    [
      'the service if the root is an agent without a name, called by its model',
      {
        name: 'invoke_agent house-7b',
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.request.model': 'house-7b' },
        resource: { 'service.name': 'shop' },
      },
      'shop',
      undefined,
    ],
    [
      "the service if the root has a framework's default name",
      { name: 'LangGraph', resource: { 'service.name': 'shop' } },
      'shop',
      undefined,
    ],
    [
      'the service if the root is a request named by the instrumentation of a model client',
      {
        name: 'OpenAI Chat Completions',
        attributes: { 'openinference.span.kind': 'LLM' },
        resource: { 'service.name': 'shop' },
      },
      'shop',
      undefined,
    ],
    ["the framework's default name if there is no other", { name: 'LangGraph' }, 'LangGraph', undefined],
    ['nothing if the only name is a class of the framework', { name: 'RunnableSequence' }, 'unnamed', undefined],
    [
      'nothing if the only name is the class of a model client',
      { name: 'ChatOpenAI', attributes: { 'openinference.span.kind': 'LLM' } },
      'unnamed',
      undefined,
    ],
    [
      "the name of LangChain's agent below another root",
      { name: 'POST /chat', attributes: { metadata: '{"lc_agent_name":"weather-bot"}' } },
      'weather-bot',
      undefined,
    ],
    [
      "the service if the root is a request or a loop named by Anthropic's SDK",
      { name: 'anthropic.messages.tool_runner', resource: { 'service.name': 'shop' } },
      'shop',
      undefined,
    ],
    ['an application whose name begins like a class', { name: 'ChatSupport' }, 'ChatSupport', undefined],
    [
      "the resource's explicit name",
      { attributes: { 'gen_ai.agent.name': 'desk' }, resource: { 'veritas.chain': 'own', 'veritas.version': 7 } },
      'own',
      '7',
    ],
    [
      'a workflow whose graph has a name',
      { name: 'LangGraph', attributes: { 'graph.name': 'triage' }, resource: { 'service.name': 'shop' } },
      'triage',
      undefined,
    ],
    [
      'the root span if the SDK made up the service name',
      { name: 'invocation [hello]', resource: { 'service.name': 'unknown_service:node' } },
      'hello',
      undefined,
    ],
    [
      'an explicit name before all others',
      { attributes: { 'veritas.chain': 'own', 'gen_ai.workflow.name': 'flow' } },
      'own',
      undefined,
    ],
  ])('come from %s', (_, span, chain, version) => {
    expect(onlyRun([makeSpan({ id: '1', ...span })])).toMatchObject({ chain, version })
  })

  const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

  it.each([
    ['an agent named by an id', { name: 'answer', attributes: { 'gen_ai.agent.name': UUID } }, 'answer'],
    ['a root named by an id', { name: UUID, resource: { 'service.name': 'shop' } }, 'shop'],
    ['a root that ends in an id', { name: `session ${UUID}` }, 'session'],
    ['a path with an id', { name: `POST /chat/${UUID}/messages` }, 'POST /chat/{id}/messages'],
    ['only an id', { name: UUID.replaceAll('-', '') }, 'unnamed'],
    ['only a model', { name: 'claude-opus-4-1', attributes: { 'gen_ai.request.model': 'claude-opus-4-1' } }, 'unnamed'],
    ['a custom model', { name: 'chat house-7b', attributes: { 'gen_ai.request.model': 'house-7b' } }, 'unnamed'],
    [
      'a model under the name it was requested by',
      {
        name: 'chat our-deployment',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'our-deployment',
          'gen_ai.response.model': 'house-7b',
        },
        resource: { 'service.name': 'shop' },
      },
      'shop',
    ],
    [
      'a request of a library',
      {
        name: 'Anthropic Messages',
        attributes: { 'openinference.span.kind': 'LLM' },
        resource: { 'service.name': 'shop' },
      },
      'shop',
    ],
    ['an agent with a model’s first name', { name: 'claude-agent' }, 'claude-agent'],
  ])('contain no ids and no models: %s', (_, span, chain) => {
    expect(onlyRun([makeSpan({ id: '1', ...span })]).chain).toBe(chain)
  })

  it('are taken from the nearest agent below a root with another name, which becomes the title', () => {
    const run = onlyRun([
      makeSpan({ id: '1', name: 'Agent workflow' }),
      makeSpan({ id: '2', parent: '1', name: 'Triage', attributes: { 'openinference.span.kind': 'AGENT' } }),
      makeSpan({ id: '3', parent: '2', name: 'Refunds', attributes: { 'openinference.span.kind': 'AGENT' } }),
    ])
    expect(run).toMatchObject({ chain: 'Triage', title: 'Agent workflow' })
  })

  it.each([
    ['OpenInference', (metadata: Record<string, string>) => ({ metadata: JSON.stringify(metadata) })],
    [
      'LangSmith',
      (metadata: Record<string, string>) =>
        Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`langsmith.metadata.${key}`, value])),
    ],
  ])('are the name of a LangGraph graph rather than of an agent in one of its nodes, as %s sends it', (_, told) => {
    const chainOf = (name: string) =>
      onlyRun([
        makeSpan({ id: '1', name, attributes: told({ ls_integration: 'langgraph' }) }),
        makeSpan({
          id: '2',
          parent: '1',
          name: 'refunds',
          attributes: told({ ls_integration: 'langgraph', langgraph_node: 'refunds', lc_agent_name: 'refund-agent' }),
        }),
      ]).chain
    expect(chainOf('support-desk')).toBe('support-desk')
    expect(chainOf('LangGraph')).toBe('refund-agent')
  })

  it('replace a class of a framework as the title', () => {
    const titleOf = (span: Omit<Parameters<typeof makeSpan>[0], 'id'>) =>
      onlyRun([makeSpan({ id: '1', ...span })]).title
    const model = { 'openinference.span.kind': 'LLM' }
    const resource = { 'service.name': 'shop' }
    expect(titleOf({ name: 'RunnableSequence', attributes: { metadata: '{"lc_agent_name":"weather"}' } })).toBe(
      'weather',
    )
    expect(titleOf({ name: 'ChatOpenAI', attributes: model, resource })).toBe('shop')
    // Vercel's SDK 7 calls an agent after its model.
    const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.request.model': 'mock-1' }
    const named = { ...agent, 'gen_ai.agent.name': 'weather' }
    expect(titleOf({ name: 'invoke_agent mock-1', attributes: named, resource })).toBe('weather')
    expect(titleOf({ name: 'invoke_agent mock-1', attributes: agent, resource })).toBe('invoke_agent mock-1')
    expect(titleOf({ name: 'ChatSupport', resource })).toBe('ChatSupport')
    expect(titleOf({ name: 'RunnableSequence' })).toBe('RunnableSequence')
  })

  it('fall back to the service while the root is missing, without a title', () => {
    const resource = { 'service.name': 'shop' }
    const step = makeSpan({ id: '2', parent: '1', name: 'look', resource })
    expect(onlyRun([step])).toMatchObject({ chain: 'shop', title: undefined })
    expect(onlyRun([step, makeSpan({ id: '1', name: 'answer', resource })])).toMatchObject({
      chain: 'answer',
      title: 'answer',
    })
  })

  it('are mapped by the first matching rule, unless they are explicit', () => {
    const rules = [
      { field: 'service', pattern: 'shop-*', chain: 'shop' },
      { field: 'chain', pattern: 'desk*', chain: 'support' },
    ] as const
    const chain = (span: object) => spansToRuns([makeSpan({ id: '1', ...span })], rules).runs[0]?.chain
    expect(chain({ name: 'desk-eu', resource: { 'service.name': 'shop-eu' } })).toBe('shop')
    expect(chain({ name: 'Desk-eu' })).toBe('support')
    expect(chain({ name: 'help desk' })).toBe('help desk')
    expect(chain({ name: 'desk-eu', attributes: { 'veritas.chain': 'own' } })).toBe('own')
  })

  it.each([
    ['Vercel', { 'ai.telemetry.metadata.version': '3' }],
    ['Traceloop', { 'traceloop.association.properties.version': '3' }],
    ['Traceloop’s workflow', { 'traceloop.span.kind': 'workflow', 'traceloop.entity.version': 3 }],
  ])('come with the version from %s', (_, attributes) => {
    expect(onlyRun([makeSpan({ id: '1', attributes })]).version).toBe('3')
  })

  it('come with the version that Langfuse gives the trace it names, before that of the service', () => {
    const resource = { 'service.name': 'shop', 'service.version': '1' }
    const attributes = { 'langfuse.trace.name': 'answers', 'langfuse.version': '7.7' }
    expect(onlyRun([makeSpan({ id: '1', attributes, resource })])).toMatchObject({ chain: 'answers', version: '7.7' })
  })

  const agent = (id: string, version: string, parent = '1') =>
    makeSpan({ id, parent, attributes: { 'gen_ai.agent.name': `agent ${id}`, 'gen_ai.agent.version': version } })

  it('do not come with the version of an agent within the workflow that names them', () => {
    const workflow = makeSpan({ id: '1', name: 'invoke_workflow checkout' })
    expect(onlyRun([workflow, agent('2', '7'), agent('3', '8')])).toMatchObject({ chain: 'checkout' })
    expect(onlyRun([workflow, agent('2', '7'), agent('3', '8')]).version).toBeUndefined()
    expect(onlyRun([workflow, agent('2', '7'), agent('3', '7')]).version).toBe('7')
  })

  it('never exceed the limits of a run', () => {
    expect(onlyRun([makeSpan({ id: '1', name: ` ${'x'.repeat(500)}` })]).chain).toHaveLength(200)
    expect(onlyRun([makeSpan({ id: '1', name: ' ' })]).chain).toBe('unnamed')
    expect(onlyRun([makeSpan({ id: '1', attributes: { 'veritas.chain': 'x'.repeat(500) } })]).chain).toHaveLength(200)
  })
})

describe('evaluations', () => {
  const annotation = (at: number, values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`annotations.${at}.annotation.${key}`, value]))

  it('are signals if the annotator is known', () => {
    const attributes = {
      ...annotation(0, { name: 'correct', score: 1, annotator_kind: 'HUMAN' }),
      ...annotation(1, { name: 'helpful', score: 0.4, annotator_kind: 'LLM', explanation: 'vague' }),
    }
    expect(onlyRun([makeSpan({ id: '1', attributes })]).signals).toMatchObject([
      { evaluator: 'human', value: 1, by: 'correct' },
      { evaluator: 'peer', value: 0.4, comment: 'vague' },
    ])
  })

  it('are of the outcome if an event names no annotator, as in log records', () => {
    const event = { 'gen_ai.evaluation.name': 'resolved', 'gen_ai.evaluation.score.value': 0.7 }
    const events = [{ name: 'gen_ai.evaluation.result', timeNano: null, attributes: event }]
    expect(onlyRun([makeSpan({ id: '1', events })]).signals).toMatchObject([
      { evaluator: 'downstream', value: 0.7, by: 'resolved' },
    ])
  })

  it('stay metadata if the annotator is unknown, the score is out of range, or two names share an annotator', () => {
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
