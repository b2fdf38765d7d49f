import { describe, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import { makeSpan, onlyRun, spanId, TRACE_ID } from '../testing/spans'

const edgesOf = (run: RunBody) =>
  Object.fromEntries(
    (run.nodes ?? []).map((node) => [
      node.id.replace(/^a+/, ''),
      node.dependencies?.map((id) => id.replace(/^a+/, '')),
    ]),
  )

describe('dependencies', () => {
  it('lead from a step to the ones it waited for, and from a parent to its children', () => {
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

  it('join parallel steps only after both have ended', () => {
    const spans = [
      makeSpan({ id: '1', ms: [0, 100] }),
      makeSpan({ id: '2', parent: '1', ms: [0, 30] }),
      makeSpan({ id: '3', parent: '1', ms: [5, 20] }),
      makeSpan({ id: '4', parent: '1', ms: [25, 40] }),
      makeSpan({ id: '5', parent: '1', ms: [40, 50] }),
    ]
    expect(edgesOf(onlyRun(spans))).toEqual({ 2: [], 3: [], 4: ['3'], 5: ['2', '4'] })
  })

  it('lead only to the last of a row of linked steps, although the next began before the one before it had ended', () => {
    const spans = [
      makeSpan({ id: '1', ms: [0, 100] }),
      makeSpan({ id: '2', parent: '1', ms: [0, 30] }),
      makeSpan({ id: '3', parent: '1', ms: [20, 40], links: [{ traceId: TRACE_ID, spanId: spanId('2') }] }),
      makeSpan({ id: '4', parent: '1', ms: [50, 60] }),
    ]
    expect(edgesOf(onlyRun(spans))).toEqual({ 2: [], 3: ['2'], 4: ['3'] })
  })

  it('do not form a cycle between steps of zero length', () => {
    const spans = [
      makeSpan({ id: '1', ms: [0, 9] }),
      ...['2', '3', '4'].map((id) => makeSpan({ id, parent: '1', ms: [5, 5] })),
    ]
    expect(edgesOf(onlyRun(spans))).toEqual({ 2: [], 3: ['2'], 4: ['3'] })
  })

  it.each([
    ['OpenInference', (told: Record<string, unknown>) => ({ metadata: JSON.stringify(told) })],
    [
      'LangSmith',
      (told: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(told).map(([key, value]) => [`langsmith.metadata.${key}`, String(value)])),
    ],
  ])('follow the steps of a graph of LangGraph, whose nodes ran side by side, as %s sends them', (_, told) => {
    const node = (id: string, step: number, ms: [number, number], name = id, parent = '1') =>
      makeSpan({
        id,
        parent,
        name,
        ms,
        attributes: told({ langgraph_node: id.slice(0, 1), langgraph_step: step, of: name }),
      })
    const spans = [
      makeSpan({ id: '1', name: 'graph', ms: [0, 100] }),
      node('2', 1, [0, 1]),
      node('3', 1, [2, 10]),
      node('4', 2, [10, 30]),
      // Two requests in one node have its metadata, and follow each other.
      node('4a', 2, [11, 19], 'ask', '4'),
      node('4b', 2, [20, 29], 'ask', '4'),
      node('5', 2, [31, 40]),
      node('6', 3, [40, 40]),
      // A clock that writes starts in whole milliseconds: seemingly before the step it followed.
      node('7', 4, [39, 40]),
    ]
    expect(edgesOf(onlyRun(spans))).toEqual({
      2: [],
      3: [],
      4: ['4b'],
      '4a': ['2', '3'],
      '4b': ['4a'],
      5: ['2', '3'],
      6: ['4', '5'],
      7: ['6'],
    })
  })

  it('are computed quickly for five thousand siblings, sequential or parallel', () => {
    const siblings = (ms: (at: number) => [number, number]) =>
      Array.from({ length: 5000 }, (_, at) =>
        makeSpan({ id: at.toString(16).padStart(6, '0'), parent: 'f00000', ms: ms(at) }),
      )
    const count = (spans: Span[]) =>
      Object.values(edgesOf(onlyRun([makeSpan({ id: 'f00000', ms: [0, 60_000] }), ...spans]))).flat().length
    expect(count(siblings((at) => [at * 10, at * 10 + 10]))).toBe(4999)
    expect(count(siblings(() => [0, 1000]))).toBe(0)
  })
})
