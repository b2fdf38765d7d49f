import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { makeSpan, onlyRun, spanId } from '../testing/spans'
import { mergeSpans } from './wire-span'

type Work = { name: string; ms: number } | { name: string; each: Work[]; mode: 'one by one' | 'at once' }
type Placed = { name: string; parent: string; start: number; end: number }
type Edges = Record<string, string[]>

/** Lays out an agent's work on an exact clock, with the graph that is expected from it. */
function layOut(root: Work): { placed: Placed[]; edges: Edges } {
  const placed: Placed[] = []
  const edges: Edges = {}
  const run = (work: Work, parent: string, from: number, waitedFor: string[]): number => {
    if ('ms' in work) {
      placed.push({ name: work.name, parent, start: from, end: from + work.ms })
      edges[work.name] = waitedFor
      return from + work.ms
    }
    const place = placed.push({ name: work.name, parent, start: from, end: from }) - 1
    let at = from
    let last = waitedFor
    for (const step of work.each) {
      const start = work.mode === 'one by one' ? at : from
      const end = run(step, work.name, start, work.mode === 'one by one' ? last : waitedFor)
      at = Math.max(at, end)
      last = [step.name]
    }
    placed[place] = { name: work.name, parent, start: from, end: at }
    edges[work.name] = work.mode === 'one by one' ? last : work.each.map(({ name }) => name)
    return at
  }
  const end = run(root, '', 0, [])
  expect(end).toBeGreaterThan(0)
  delete edges[root.name]
  return { placed, edges }
}

/** Spans with the precision of SDKs: starts in whole milliseconds, ends equally off, or both off by up to half a millisecond. */
function toSpans(placed: readonly Placed[], blur: readonly number[], isFloored: boolean): Span[] {
  return placed.map(({ name, parent, start, end }, index) => {
    const [first = 0, second = 0] = [blur[2 * index], blur[2 * index + 1]]
    const from = isFloored ? Math.floor(start + first) : start + first - 0.5
    const to = isFloored ? from + end - start : end + second - 0.5
    return makeSpan({
      id: name,
      ...(parent !== '' && { parent }),
      name: `step ${name}`,
      startNano: nano(from),
      endNano: nano(to),
    })
  })
}

const nano = (ms: number) => String(1_790_000_000_000_000_000n + BigInt(Math.round(ms * 1e6)))

const edgesOf = (spans: readonly Span[]): Edges =>
  Object.fromEntries((onlyRun(spans).nodes ?? []).map((node) => [node.id, [...(node.dependencies ?? [])].sort()]))

const AGENTS: Record<string, Work> = {
  'one step after the other': {
    name: '0',
    mode: 'one by one',
    each: [3, 40, 2, 900, 7, 2].map((ms, at) => ({ name: `${at + 1}`, ms })),
  },
  'a fan-out between two steps': {
    name: '0',
    mode: 'one by one',
    each: [
      { name: '1', ms: 20 },
      { name: '2', mode: 'at once', each: [30, 31, 90].map((ms, at) => ({ name: `2${at}`, ms })) },
      { name: '3', ms: 12 },
    ],
  },
  'agents in agents': {
    name: '0',
    mode: 'one by one',
    each: [
      {
        name: '1',
        mode: 'one by one',
        each: [
          { name: '11', ms: 8 },
          { name: '12', mode: 'one by one', each: [5, 5].map((ms, at) => ({ name: `c${at}`, ms })) },
        ],
      },
      { name: '2', mode: 'at once', each: [10, 60].map((ms, at) => ({ name: `d${at}`, ms })) },
    ],
  },
}

describe.each(Object.entries(AGENTS))('%s', (_, agent) => {
  const { placed, edges } = layOut(agent)
  const expected = Object.fromEntries(
    Object.entries(edges).map(([name, before]) => [spanId(name), before.map(spanId).sort()]),
  )
  const blur = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
    minLength: 2 * placed.length,
    maxLength: 2 * placed.length,
  })

  it('gives the expected graph whatever the rounding of clocks and the order and batches of spans', () => {
    const order = fc.shuffledSubarray([...placed.keys()], { minLength: placed.length })
    fc.assert(
      fc.property(blur, fc.boolean(), order, fc.nat(placed.length), (noise, isFloored, places, cut) => {
        const spans = toSpans(placed, noise, isFloored)
        const sent = places.flatMap((place) => spans[place] ?? [])
        expect(edgesOf(mergeSpans(sent.slice(0, cut), sent.slice(cut)))).toEqual(expected)
      }),
    )
  })
})

describe('steps shorter than the clock resolution', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })
  const said = (messages: object[]) => JSON.stringify(messages)
  const asking = { role: 'assistant', content: '', tool_calls: [call('call-1'), call('call-2')] }
  const model = (input: object[], output: object) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': said(input),
    'gen_ai.output.messages': said([output]),
  })
  const tool = (id: string) => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'look',
    'gen_ai.tool.call.id': id,
  })
  const user = { role: 'user', content: 'go' }
  const results = ['call-1', 'call-2'].map((id) => ({ role: 'tool', tool_call_id: id, content: 'seen' }))
  const steps = [
    { id: '1', attributes: model([user], asking) },
    { id: '2', attributes: tool('call-1') },
    { id: '3', attributes: tool('call-2') },
    { id: '4', attributes: model([user, asking, ...results], { role: 'assistant', content: 'done' }) },
  ]

  it('are ordered by calls and their results, whatever the clock says', () => {
    const moment = fc.double({ min: 0, max: 3, noNaN: true })
    fc.assert(
      fc.property(fc.array(moment, { minLength: 8, maxLength: 8 }), (times) => {
        const spans = steps.map(({ id, attributes }, at) => {
          const start = Math.floor(times[2 * at] ?? 0)
          return makeSpan({
            id,
            parent: '0',
            attributes,
            startNano: nano(start),
            endNano: nano(start + (times[2 * at + 1] ?? 0)),
          })
        })
        const edges = edgesOf([makeSpan({ id: '0', ms: [0, 9] }), ...spans])
        expect(edges[spanId('1')]).toEqual([])
        expect([...(edges[spanId('2')] ?? []), ...(edges[spanId('3')] ?? [])]).toContain(spanId('1'))
        expect(edges[spanId('4')]).not.toContain(spanId('1'))
        expect(edges[spanId('4')]?.length).toBeGreaterThan(0)
      }),
    )
  })

  it('wait for the model and not for each other if one answer asked for them, however short and in whatever order they ran', () => {
    const lengths = fc.tuple(fc.double({ min: 0, max: 30, noNaN: true }), fc.double({ min: -2, max: 30, noNaN: true }))
    fc.assert(
      fc.property(lengths, fc.double({ min: 0.1, max: 30, noNaN: true }), ([first, gap], second) => {
        const times = [
          [0, 50],
          [51, 51 + first],
          [Math.max(51, 51 + first + gap), 120 + second],
          [160, 170],
        ] as const
        const spans = steps.map(({ id, attributes }, at) => {
          const [start = 0, end = 0] = times[at] ?? []
          const clockless = id === '4' ? { 'gen_ai.operation.name': 'chat' } : attributes
          return makeSpan({ id, parent: '0', attributes: clockless, startNano: nano(start), endNano: nano(end) })
        })
        expect(edgesOf([makeSpan({ id: '0', ms: [0, 200] }), ...spans])).toEqual({
          [spanId('1')]: [],
          [spanId('2')]: [spanId('1')],
          [spanId('3')]: [spanId('1')],
          [spanId('4')]: [spanId('2'), spanId('3')],
        })
      }),
    )
  })

  it('follow the spans they link to, up to the branches that contain them', () => {
    const spans = [
      makeSpan({ id: '0', ms: [0, 9] }),
      makeSpan({ id: '1', parent: '0', ms: [5, 8] }),
      makeSpan({ id: '2', parent: '1', ms: [6, 7] }),
      makeSpan({ id: '3', parent: '0', ms: [1, 4], links: [{ traceId: TRACE, spanId: spanId('2') }] }),
    ]
    expect(edgesOf(spans)).toEqual({ [spanId('1')]: [spanId('2')], [spanId('2')]: [], [spanId('3')]: [spanId('1')] })
  })

  it('do not form a cycle if links do', () => {
    const link = (id: string) => [{ traceId: TRACE, spanId: spanId(id) }]
    const spans = [
      makeSpan({ id: '0', ms: [0, 9] }),
      makeSpan({ id: '1', parent: '0', ms: [1, 2], links: link('3') }),
      makeSpan({ id: '2', parent: '0', ms: [3, 4], links: link('1') }),
      makeSpan({ id: '3', parent: '0', ms: [5, 6], links: link('2') }),
    ]
    expect(Object.values(edgesOf(spans)).flat()).toHaveLength(2)
  })
})

const TRACE = makeSpan({ id: '0' }).traceId
