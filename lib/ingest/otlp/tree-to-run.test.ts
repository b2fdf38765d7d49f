import { describe, expect, it } from 'vitest'
import { makeSpan } from './fixtures/make-span'
import { onlyRun } from './fixtures/only-run'

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
