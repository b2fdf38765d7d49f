import { describe, expect, it } from 'vitest'
import { makeSpan, spanId, TRACE_ID } from '../testing/spans'
import { sliceTraces, unfinishedRuns } from './pending-traces'
import { spansToRuns } from './spans-to-runs'

const at = (id: string, parent?: string, endNano: string | null = '1790000000001000000') => ({
  ...makeSpan({ id, ...(parent !== undefined && { parent }), ms: [Number(id), 1] }),
  endNano,
})

describe('a trace', () => {
  it.each([
    ['with its root and all parents is finished', [at('1'), at('2', '1')], []],
    ['without its root is unfinished', [at('2', '1'), at('3', '1')], [[TRACE_ID, 'span']]],
    ['with a missing parent is unfinished', [at('1'), at('3', '2')], [[TRACE_ID, 'span']]],
    ['whose root has no end is unfinished', [at('1', undefined, null), at('2', '1')], [[TRACE_ID, 'end']]],
    ['whose root has ended is finished, even if a step has not', [at('1'), at('2', '1', null)], []],
  ])('%s', (_, spans, expected) => {
    expect([...unfinishedRuns(spans)]).toEqual(expected)
  })

  it('reports a further root by the id of its run', () => {
    const spans = [at('1'), at('2', undefined, null)]
    const [id] = [...unfinishedRuns(spans).keys()]
    expect(spansToRuns(spans).runs.map((run) => run.id)).toContain(id)
    expect(id).toBe(`${TRACE_ID}-${spanId('2')}`)
  })
})

it('a trace without its root loses no step: the span that leads it is a step, too', () => {
  const call = (id: string) => ({
    ...at(id, '9'),
    name: `chat ${id}`,
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 },
  })
  const [run] = spansToRuns([call('1'), call('2')]).runs
  expect(run?.nodes?.map(({ id, tokens }) => [id, tokens?.input])).toEqual([
    [spanId('1'), 10],
    [spanId('2'), 10],
  ])
  expect(run?.tokens).toMatchObject({ input: 20, output: 10 })
})

it('spans are ingested in batches of whole traces, up to a number of either', () => {
  const sizesOf = (...traces: number[]) => {
    const spans = traces.flatMap((size, at) =>
      Array.from({ length: size }, () => ({ ...makeSpan({ id: '1' }), traceId: `${at}` })),
    )
    return sliceTraces(spans).map((slice) => slice.length)
  }
  expect(sizesOf(900, 1100, 1)).toEqual([2000, 1])
  expect(sizesOf(3000, 5)).toEqual([3000, 5])
  expect(sizesOf(...Array.from({ length: 450 }, () => 1))).toEqual([200, 200, 50])
  expect(sizesOf()).toEqual([])
})
