import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { guessMap, mappedRun, unmapped, valueAt } from './field-map'

const record = {
  uuid: 'c-1',
  agent_name: 'support',
  model: 'gpt-5-mini',
  prompt: 'How?',
  response: { choices: [{ text: 'Like this.' }] },
  latency_ms: 812,
  usage: { prompt_tokens: 9, completion_tokens: 2 },
  created: 1_763_800_000,
  resolved: true,
  score: 7,
  customer: { tier: 'gold' },
}

describe('records of unknown shape', () => {
  it('are mapped by common field names with values of the right type', () => {
    expect(guessMap(record)).toEqual({
      id: 'uuid',
      chain: 'agent_name',
      version: 'model',
      request: 'prompt',
      output: 'response',
      startedAt: 'created',
      durationMs: 'latency_ms',
      'tokens.input': 'usage.prompt_tokens',
      'tokens.output': 'usage.completion_tokens',
      'signals.downstream': 'resolved',
    })
  })

  it('are mapped from the short names of home-made logs', () => {
    expect(guessMap({ id: 1, prompt: 'How?', reply: 'So.', ms: 812 })).toMatchObject({
      output: 'reply',
      durationMs: 'ms',
    })
  })

  it('become runs by their map, with unmapped fields in the metadata', () => {
    expect(
      mappedRun(record, { ...guessMap(record), output: 'response.choices[0].text' }, { version: '2' }),
    ).toMatchObject({
      ok: true,
      run: {
        id: 'c-1',
        chain: 'support',
        version: '2',
        request: 'How?',
        output: 'Like this.',
        startedAt: '2025-11-22T08:26:40.000Z',
        durationMs: 812,
        tokens: { input: 9, output: 2 },
        signals: [{ evaluator: 'downstream', value: true }],
        metadata: { score: 7, customer: { tier: 'gold' } },
      },
    })
  })

  it('keeps siblings of mapped values, and values that cannot be read as their field', () => {
    const told = {
      id: 'a',
      agent: 'support',
      model: 'gpt-5-mini',
      data: { question: 'How?', choices: [{ text: 'So.', finish: 'stop' }], user: 'u1' },
      state: 'queued',
      created: 'yesterday',
      elapsed: 'fast',
      note: null,
    }
    const map = {
      id: 'id',
      chain: 'agent',
      version: 'model',
      request: 'data.question',
      output: 'data.choices[0].text',
      status: 'state',
      startedAt: 'created',
      durationMs: 'elapsed',
      error: 'note',
    }
    expect(mappedRun(told, map, { version: '2' })).toMatchObject({
      run: {
        version: '2',
        metadata: {
          source: 'map',
          model: 'gpt-5-mini',
          data: { choices: [{ finish: 'stop' }], user: 'u1' },
          state: 'queued',
          created: 'yesterday',
          elapsed: 'fast',
        },
      },
    })
    expect(Object.keys(unmapped(told, map))).toEqual(['data', 'state', 'created', 'elapsed'])
    expect(mappedRun({ ...told, state: 'timeout' }, map)).toMatchObject({ run: { status: 'failed' } })
  })

  it('keep a name that a run cannot have in the metadata, and are taken by the desk', () => {
    const map = { id: 'id', chain: 'agent', version: 'model', scenario: 'case' }
    const made = mappedRun({ id: 'x', agent: 'a', model: 'm'.repeat(101), case: 'first\nsecond' }, map)
    expect(made).toMatchObject({ run: { metadata: { model: 'm'.repeat(101), case: 'first\nsecond' } } })
    expect(made.ok && runInput.safeParse(made.run).error).toBeUndefined()
  })

  it('keep an attempt that is none in the metadata', () => {
    const made = (n: unknown) => mappedRun({ id: 'x', n }, { id: 'id', attempt: 'n' }, { chain: 'c' })
    expect(made(1)).toMatchObject({ run: { attempt: 1, metadata: { source: 'map' } } })
    for (const n of [0, 'first']) expect(made(n)).toMatchObject({ run: { metadata: { n } } })
  })

  it('have an end without a start, but none before it', () => {
    const map = { id: 'id', startedAt: 'from', endedAt: 'to' }
    const made = (times: object) => mappedRun({ id: 'x', ...times }, map, { chain: 'c' })
    const [early, late] = ['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z']
    expect(made({ to: late })).toMatchObject({ run: { endedAt: late } })
    expect(made({ from: early, to: early })).toMatchObject({ run: { startedAt: early, endedAt: early } })
    const wrong = made({ from: late, to: early })
    expect(wrong).toMatchObject({ run: { startedAt: late, metadata: { to: early } } })
    expect(wrong.ok && 'endedAt' in wrong.run).toBe(false)
  })

  it.each([
    [0, [{ evaluator: 'self', value: 0 }]],
    [1, [{ evaluator: 'self', value: 1 }]],
    [1.01, []],
    [-0.01, []],
  ])('have a signal of %d only from 0 to 1, and lose no other', (score, signals) => {
    const made = mappedRun({ id: 'x', score }, { id: 'id', 'signals.self': 'score' }, { chain: 'c' })
    const metadata = { source: 'map', ...(signals.length === 0 && { score }) }
    expect(made.ok ? made.run : made).toMatchObject({ signals, metadata })
  })

  it('report a missing field and the path where it was expected', () => {
    expect(mappedRun({ a: 1 }, {})).toMatchObject({ ok: false, reason: expect.stringContaining('id:') })
    expect(mappedRun({ a: 1 }, { id: 'b.c' })).toMatchObject({ reason: expect.stringContaining('nothing is at b.c') })
    expect(mappedRun({ id: 'x' }, { id: 'id' })).toMatchObject({ id: 'x', reason: expect.stringContaining('--chain') })
  })

  it('are read by path, or by a name that contains dots', () => {
    expect(valueAt({ a: [{ b: 1 }] }, 'a[0].b')).toBe(1)
    expect(valueAt({ 'a.b': 2 }, 'a.b')).toBe(2)
    expect(valueAt({ a: 1 }, 'a.b.c')).toBeUndefined()
  })
})
