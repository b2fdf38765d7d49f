import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunAttribution } from '@/lib/contracts/attributions'
import type { NodeView, RunDetail } from '@/lib/contracts/run-detail'
import { nodeView } from '../testing/node-view'
import type { TranscriptSource } from '../transcript/prepare-transcript'
import { alignRuns, causeBetween, compareRuns, countRows, firstToRead, isShown, worseOf } from './compare-runs'
import { diffText, piecesOf } from './diff-text'
import { diffValue } from './diff-value'
import { listRunSteps } from './run-steps'

const node = (id: string, rest: Partial<NodeView> = {}) =>
  nodeView(id, { name: id, type: 'tool', output: `${id} is done`, ...rest })
const failed = {
  status: 'failed',
  output: undefined,
  error: { message: 'no', code: null, httpStatus: null, type: null },
} as const

const runOf = (nodes: NodeView[], rest: Partial<TranscriptSource> = {}): TranscriptSource => ({
  ...{ request: undefined, output: undefined, error: null, startedAt: null, checks: [], issues: [] },
  nodes,
  ...rest,
})

describe('the rows of two runs', () => {
  const rowsOf = (a: NodeView[], b: NodeView[]) => alignRuns(listRunSteps(runOf(a)), listRunSteps(runOf(b)))

  it('have no changes for equal runs, whatever the order of keys', () => {
    const nodes = [
      node('plan'),
      node('fetch', { toolCalls: [{ id: 'c1', name: 'fetch', arguments: { at: 1, to: 2 } }] }),
    ]
    const again = [
      node('plan'),
      node('fetch', { toolCalls: [{ id: 'c2', name: 'fetch', arguments: { to: 2, at: 1 } }] }),
    ]
    const rows = rowsOf(nodes, again)
    expect(countRows(rows)).toEqual({ all: 2, changed: 0, worse: 0, better: 0, missing: 0 })
    expect(firstToRead(rows, null)).toBeNull()
  })

  it('name no step as the suggested cause that both runs did alike, but one that a person named', () => {
    const rows = rowsOf(
      [node('read', { output: 'paper' }), node('sum', { output: 1 })],
      [node('read', { output: 'paper' }), node('sum', { output: 2 })],
    )
    const suggested = (...ids: string[]): RunAttribution => ({
      suggestions: ids.map((nodeId) => ({ nodeId, agent: null, score: 0.5, reason: `it is ${nodeId}` })),
      asserted: false,
      attribution: null,
      record: { n: 0, first: 0, listed: 0 },
    })
    expect(causeBetween(suggested('read', 'sum'), rows, 'B')).toEqual({ nodeId: 'sum', by: null, reason: 'it is sum' })
    expect(causeBetween(suggested('read'), rows, 'B')).toBeNull()
    const at = '2026-01-01T00:00:00Z'
    const attribution = { id: 'x', nodeId: 'read', agent: null, rank: null, reason: null, by: 'Rita', recordedAt: at }
    expect(causeBetween({ ...suggested('sum'), attribution }, rows, 'B')?.nodeId).toBe('read')
  })

  it('name the step that failed in only one run, and are symmetric', () => {
    const [good, bad] = [
      [node('plan'), node('fetch')],
      [node('plan', { output: 'otherwise' }), node('fetch', failed)],
    ]
    const rows = rowsOf(good, bad)
    expect(countRows(rows)).toMatchObject({ changed: 2, worse: 1, better: 0 })
    expect(firstToRead(rows, null)?.b?.name).toBe('fetch')
    expect(firstToRead(rows, 'B')?.b?.name).toBe('fetch')
    // What failed in the better run does not explain the worse one.
    expect(firstToRead(rows, 'A')?.b?.name).toBe('plan')
    expect(countRows(rowsOf(bad, good))).toMatchObject({ changed: 2, worse: 0, better: 1 })
    expect(rows.filter((row) => isShown(row, 'worse')).map(({ b }) => b?.name)).toEqual(['fetch'])
  })

  it('are made of the messages of a run without nodes', () => {
    const said = (answer: string) => [
      { role: 'user', content: 'Refund order 7.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: answer, type: 'function', function: { name: 'refund', arguments: '{"order":7}' } }],
      },
      { role: 'tool', tool_call_id: answer, content: answer },
      { role: 'assistant', content: 'It is done.' },
    ]
    const rows = alignRuns(
      listRunSteps(runOf([], { output: said('40') })),
      listRunSteps(runOf([], { output: said('45') })),
    )
    expect(rows.map(({ a, state }) => [a?.role, state])).toEqual([
      ['User', 'same'],
      ['Assistant', 'same'],
      ['Tool', 'changed'],
      ['Assistant', 'same'],
    ])
  })

  it('leave out an output that only repeats the result of its call', () => {
    const [only] = listRunSteps(
      runOf([node('find', { output: { a: 1 }, toolCalls: [{ name: 'find', result: { a: 1 } }] })]),
    )
    expect(only?.parts).toEqual([{ label: 'Result', value: { a: 1 } }])
  })
})

describe('two compared runs', () => {
  type Facts = {
    quality?: number
    band?: 'good' | null
    costUsd?: number
    profile?: 'stratt' | 'gaff'
    factors?: readonly string[]
    output?: string
    engine?: string
  }
  const detail = ({ quality = 1, costUsd, profile = 'stratt', factors = ['conformance'], ...rest }: Facts) =>
    ({
      ...runOf([], { output: rest.output ?? 'done' }),
      run: {
        ...{ status: 'completed', profile, quality, confidence: null, costUsd: costUsd ?? null, tokens: null },
        ...{ grade: 'good', band: rest.band === undefined ? 'good' : rest.band },
        ...{ durationMs: null, failedNodes: 0, signals: { self: null, peer: null, downstream: null, human: null } },
      },
      scores: [
        {
          series: profile,
          engineVersion: rest.engine ?? '1.30.0',
          factors: ['conformance', 'efficiency'].map((name) => ({ name, value: factors.includes(name) ? 1 : null })),
        },
      ],
    }) as unknown as RunDetail
  const figure = (a: Facts, b: Facts, name: string) =>
    compareRuns(detail(a), detail(b)).figures.find(({ label }) => label.startsWith(name))

  it('have a change of quality only if they were measured alike', () => {
    expect(figure({ quality: 0.8 }, { quality: 0.5 }, 'Quality')).toMatchObject({
      label: 'Quality',
      change: '−0.30',
      meaning: 'worse',
    })
    for (const other of [{ factors: ['conformance', 'efficiency'] }, { profile: 'gaff' as const }]) {
      expect(figure({ quality: 0.8 }, { quality: 0.5, ...other }, 'Quality')).toMatchObject({
        ...{ label: 'Quality, measured differently', a: '0.80', b: '0.50', change: null, meaning: 'neutral' },
      })
      const [a, b] = [detail({ quality: 0.8 }), detail({ quality: 0.5, ...other })]
      expect(compareRuns(a, b).headline).toBe('Both gave the same answer.')
      expect(worseOf(a, b)).toBeNull()
    }
  })

  it('have no headline of two equal figures, where the change shows and the figures do not', () => {
    const headline = (a: number, b: number) => compareRuns(detail({ quality: a }), detail({ quality: b })).headline
    expect(headline(0.7951, 0.8045)).toBe('Both gave the same answer. Quality rose a little, and is still 0.80.')
    expect(headline(0.8, 0.5)).toBe('Both gave the same answer. Quality fell from 0.80 to 0.50.')
  })

  it('show no quality where too little was measured', () => {
    const little = { quality: 0, band: null }
    const neither = { b: 'too little measured', change: null, meaning: 'neutral', isSame: false }
    expect(figure(little, little, 'Quality')).toMatchObject({ ...neither, a: 'too little measured' })
    expect(figure({ quality: 0.8 }, little, 'Quality')).toMatchObject({ ...neither, a: '0.80' })
    expect(figure({ quality: 0.8 }, { quality: 0.8 }, 'Quality')).toMatchObject({ isSame: true })
    const [a, b] = [detail({ quality: 0.8 }), detail(little)]
    expect(compareRuns(a, b).headline).toBe('Both gave the same answer.')
    expect(worseOf(a, b)).toBeNull()
  })

  it('name the engines that scored them only if they differ', () => {
    expect(figure({ engine: '1.8.0' }, {}, 'Scored by engine')).toMatchObject({ a: '1.8.0', b: '1.30.0', change: null })
    expect(figure({}, {}, 'Scored by engine')).toBeUndefined()
  })

  it('have a tiny change of cost with enough decimals', () => {
    expect(figure({ costUsd: 0.0036 }, { costUsd: 0.00365 }, 'Cost')?.change).toBe('+$0.000050')
    expect(figure({ costUsd: 2 }, { costUsd: 0.5 }, 'Cost')?.change).toBe('−$1.50')
    expect(figure({}, { costUsd: 0.5 }, 'Cost')).toMatchObject({ a: 'not reported', change: null })
  })

  it('without steps are not said to have taken the same ones', () => {
    expect(compareRuns(detail({}), detail({ output: 'other' })).headline).toBe('Another answer.')
  })
})

describe('text diffs', () => {
  it.each([
    ['the refund is 40', 'the refund is 45', 'word'],
    [`${'line\n'.repeat(9000)}end`, `${'line\n'.repeat(9000)}other`, 'line'],
    [
      Array.from({ length: 9000 }, (_, at) => `a${at}`).join('\n'),
      Array.from({ length: 9000 }, (_, at) => `b${at}`).join('\n'),
      'whole',
    ],
  ] as const)('are compared by the smallest thing that is cheap', (from, to, by) => {
    const diff = diffText(from, to)
    expect(diff).toMatchObject({ by, isCut: false })
    const side = (kind: string) => diff.pieces.filter((piece) => piece.kind === 'same' || piece.kind === kind)
    expect(
      side('removed')
        .map(({ text }) => text)
        .join(''),
    ).toBe(from)
    expect(
      side('added')
        .map(({ text }) => text)
        .join(''),
    ).toBe(to)
  })

  it('report if only the beginnings were compared', () => {
    expect(diffText('a'.repeat(300_000), 'b')).toMatchObject({ isCut: true })
  })

  it('show both edges of a long piece that follows what the other side alone has', () => {
    const same = `and ${'x'.repeat(700)}`
    const [first] = piecesOf('b', diffText(`before ${same}`, same), false)
    expect(first?.text).toBe(same.slice(0, 160))
  })

  it('reconstruct each side from its pieces, with or without shortening', () => {
    const words = fc.array(fc.constantFrom('a', 'refund', 'of', 'the order\n', 'x'.repeat(700)), { maxLength: 12 })
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [from, to] = [one.join(' '), other.join(' ')]
        const diff = diffText(from, to)
        for (const [side, text] of [
          ['a', from],
          ['b', to],
        ] as const) {
          expect(
            piecesOf(side, diff, true)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text)
          const shown = piecesOf(side, diff, false)
          const length = shown.reduce(
            (sum, { text: head, left }) => sum + head.length + (left ? left.count + left.end.length : 0),
            0,
          )
          expect(length).toBe(text.length)
        }
      }),
    )
  })
})

describe('value diffs', () => {
  it.each([
    [1, 1, 'same'],
    [undefined, undefined, 'same'],
    [undefined, 'x', 'only'],
    ['x', 'y', 'text'],
    [{ a: 1 }, { a: 2 }, 'json'],
    ['{"a":1}', { a: 2 }, 'json'],
    [{ a: 1 }, [1], 'text'],
    [null, 'x', 'text'],
  ])('%j and %j are %s', (from, to, kind) => expect(diffValue(from, to).kind).toBe(kind))
})
