import { describe, expect, it } from 'vitest'
import { makeSpan } from './fixtures/make-span'
import { onlyRun } from './fixtures/only-run'
import { spansToRuns } from './spans-to-runs'

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
    [
      'the root span before the service',
      { name: 'answer a ticket', resource: { 'service.name': 'shop', 'service.version': '1' } },
      'answer a ticket',
      '1',
    ],
    [
      'the service where the root is called after a model',
      { name: 'chat gpt-4o', resource: { 'service.name': 'shop', 'service.version': '1' } },
      'shop',
      '1',
    ],
    [
      'the service where a framework named the root',
      { name: 'LangGraph', resource: { 'service.name': 'shop' } },
      'shop',
      undefined,
    ],
    ['the framework where nothing else is told', { name: 'LangGraph' }, 'LangGraph', undefined],
    [
      'the resource, said once for a whole process',
      { attributes: { 'gen_ai.agent.name': 'desk' }, resource: { 'veritas.chain': 'own', 'veritas.version': 7 } },
      'own',
      '7',
    ],
    [
      'a workflow, whose graph is named',
      { name: 'LangGraph', attributes: { 'graph.name': 'triage' }, resource: { 'service.name': 'shop' } },
      'triage',
      undefined,
    ],
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

  const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

  it.each([
    ['an agent known by an id', { name: 'answer', attributes: { 'gen_ai.agent.name': UUID } }, 'answer'],
    ['a root that is an id', { name: UUID, resource: { 'service.name': 'shop' } }, 'shop'],
    ['a root that ends in an id', { name: `session ${UUID}` }, 'session'],
    ['an address with an id', { name: `POST /chat/${UUID}/messages` }, 'POST /chat/{id}/messages'],
    ['nothing but an id', { name: UUID.replaceAll('-', '') }, 'unnamed'],
    [
      'nothing but a model',
      { name: 'claude-opus-4-1', attributes: { 'gen_ai.request.model': 'claude-opus-4-1' } },
      'unnamed',
    ],
    ['a model of one’s own', { name: 'chat house-7b', attributes: { 'gen_ai.request.model': 'house-7b' } }, 'unnamed'],
    ['an agent with a model’s first name', { name: 'claude-agent' }, 'claude-agent'],
  ])('are no ids and no models: %s', (_, span, chain) => {
    expect(onlyRun([makeSpan({ id: '1', ...span })]).chain).toBe(chain)
  })

  it('come from the nearest agent below a root that has another name, which is the title', () => {
    const run = onlyRun([
      makeSpan({ id: '1', name: 'Agent workflow' }),
      makeSpan({ id: '2', parent: '1', name: 'Triage', attributes: { 'openinference.span.kind': 'AGENT' } }),
      makeSpan({ id: '3', parent: '2', name: 'Refunds', attributes: { 'openinference.span.kind': 'AGENT' } }),
    ])
    expect(run).toMatchObject({ chain: 'Triage', title: 'Agent workflow' })
  })

  it('wait for the root: until it comes the service goes before the first span, and there is no title', () => {
    const resource = { 'service.name': 'shop' }
    const step = makeSpan({ id: '2', parent: '1', name: 'look', resource })
    expect(onlyRun([step])).toMatchObject({ chain: 'shop', title: undefined })
    expect(onlyRun([step, makeSpan({ id: '1', name: 'answer', resource })])).toMatchObject({
      chain: 'answer',
      title: 'answer',
    })
  })

  it('are mapped by the first rule that fits, unless the trace says its chain itself', () => {
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
  ])('take the version from %s', (_, attributes) => {
    expect(onlyRun([makeSpan({ id: '1', attributes })]).version).toBe('3')
  })

  it('never break the rules of a run', () => {
    expect(onlyRun([makeSpan({ id: '1', name: ` ${'x'.repeat(500)}` })]).chain).toHaveLength(200)
    expect(onlyRun([makeSpan({ id: '1', name: ' ' })]).chain).toBe('unnamed')
    expect(onlyRun([makeSpan({ id: '1', attributes: { 'veritas.chain': 'x'.repeat(500) } })]).chain).toHaveLength(200)
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
