import { describe, expect, it } from 'vitest'
import { makeSpan, onlyRun } from '../testing/spans'

type Sketch = Partial<Parameters<typeof makeSpan>[0]>

const openInference = (input: number, rest: Sketch = {}): Sketch => ({
  name: 'Anthropic Messages',
  scope: { name: '@arizeai/openinference-instrumentation-anthropic', version: '0.2.8' },
  attributes: {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'claude-x',
    'llm.token_count.prompt': input,
    'llm.token_count.completion': 6,
    'input.value': 'Hi',
    'output.value': 'Hello',
  },
  ...rest,
})
const ownSpan = (input: number, rest: Sketch = {}): Sketch => ({
  name: 'anthropic.messages.create',
  scope: { name: 'com.anthropic.sdk.typescript', version: '1.14.0' },
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'claude-x',
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': 6,
  },
  ...rest,
})
const runOf = (...siblings: Sketch[]) =>
  onlyRun([
    makeSpan({ id: '1', ms: [0, 1000] }),
    ...siblings.map((sketch, at) => makeSpan({ parent: '1', ...sketch, id: `${at + 2}` })),
  ])

describe('a request recorded side by side by two instrumentations', () => {
  it('is one step with its tokens once, whichever span is first', () => {
    const pair = [openInference(145, { ms: [10, 200] }), ownSpan(145, { ms: [10, 201] })]
    for (const run of [runOf(...pair), runOf(...pair.toReversed())]) {
      expect(run.nodes).toMatchObject([
        { name: 'Anthropic Messages', input: 'Hi', output: 'Hello', provider: 'anthropic' },
      ])
      expect(run.tokens).toMatchObject({ input: 145, output: 6 })
    }
  })

  it('is one step per request if several were made at once', () => {
    const run = runOf(
      openInference(145, { ms: [10, 200] }),
      openInference(145, { ms: [10, 200] }),
      ownSpan(145, { ms: [10, 201] }),
      ownSpan(145, { ms: [10, 201] }),
    )
    expect(run.nodes).toHaveLength(2)
    expect(run.tokens?.input).toBe(290)
  })

  it('is one step also if a busy process ended one of the spans later, as long as both count the same tokens', () => {
    const later = ownSpan(145, { ms: [10, 140] })
    expect(runOf(openInference(145, { ms: [10, 120] }), later).nodes).toHaveLength(1)
    const { 'gen_ai.usage.input_tokens': _, ...uncounted } = later.attributes ?? {}
    expect(runOf(openInference(145, { ms: [10, 120] }), { ...later, attributes: uncounted }).nodes).toHaveLength(2)
  })

  it('is one failed step if both failed', () => {
    const status = { code: 'error', message: '429 Too Many Requests' } as const
    const run = runOf(openInference(145, { ms: [10, 40], status }), ownSpan(145, { ms: [10, 40], status }))
    expect(run.nodes).toMatchObject([{ status: 'failed' }])
  })

  it.each<[string, Sketch[]]>([
    ['one library', [openInference(145, { ms: [10, 200] }), openInference(145, { ms: [10, 200] })]],
    ['different tokens', [openInference(145, { ms: [10, 200] }), ownSpan(90, { ms: [10, 201] })]],
    ['another start', [openInference(145, { ms: [10, 200] }), ownSpan(145, { ms: [60, 201] })]],
    ['another end', [openInference(145, { ms: [10, 200] }), ownSpan(145, { ms: [10, 400] })]],
    [
      'another model',
      [
        openInference(145, { ms: [10, 200] }),
        ownSpan(145, { ms: [10, 201], attributes: { ...ownSpan(145).attributes, 'gen_ai.request.model': 'claude-y' } }),
      ],
    ],
    [
      'another outcome',
      [
        openInference(145, { ms: [10, 200] }),
        ownSpan(145, { ms: [10, 201], status: { code: 'error', message: 'busy' } }),
      ],
    ],
    ['no times', [openInference(145), ownSpan(145)]],
  ])('is not assumed of two requests with %s', (_, siblings) => {
    expect(runOf(...siblings).nodes).toHaveLength(2)
  })
})
