import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { ancestorsOf, descendantsOf, readGraph, topologicalOrder } from './graph'

const ids = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

describe('readGraph', () => {
  it.each<[string, unknown]>([
    [
      'from and to',
      {
        nodes: ids,
        edges: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'c' },
        ],
      },
    ],
    [
      'from_node and to_node',
      {
        nodes: ids,
        edges: [
          { from_node: 'a', to_node: 'b' },
          { from_node: 'b', to_node: 'c' },
        ],
      },
    ],
    [
      'source and target',
      {
        nodes: ids,
        edges: [
          { source: 'a', target: 'b' },
          { source: 'b', target: 'c' },
        ],
      },
    ],
    ['dependencies', { nodes: [{ id: 'a' }, { id: 'b', dependencies: ['a'] }, { id: 'c', dependencies: ['b'] }] }],
    [
      'node_id',
      { nodes: [{ node_id: 'a' }, { node_id: 'b', dependencies: ['a'] }, { node_id: 'c', dependencies: ['b'] }] },
    ],
    ['a map of nodes', { nodes: { a: {}, b: { dependencies: ['a'] }, c: { dependencies: ['b'] } } }],
    [
      'unlisted nodes',
      {
        edges: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'c' },
        ],
      },
    ],
  ])('accepts edges given as %s', (_name, input) => {
    const graph = readGraph(input)
    expect(topologicalOrder(graph)).toEqual(['a', 'b', 'c'])
    expect([...descendantsOf(graph, 'a')].sort()).toEqual(['b', 'c'])
  })

  it('returns an empty graph for no input and adds further ids unconnected', () => {
    expect(readGraph(undefined, ['x']).ids).toEqual(['x'])
  })

  it.each([
    { nodes: [{}] },
    { nodes: [{ id: 'a', dependencies: [5] }] },
    { nodes: ['a', { id: 'b', dependencies: 'a' }] },
    { edges: [{ from: 'a' }] },
  ])('rejects %j instead of dropping a part of it', (input) => {
    expect(() => readGraph(input)).toThrow(EngineInputError)
  })
})

describe('graph traversal', () => {
  it('handles cycles and lists their nodes last', () => {
    const graph = readGraph({
      nodes: ids,
      edges: [
        { from: 'b', to: 'c' },
        { from: 'c', to: 'b' },
      ],
    })
    expect(topologicalOrder(graph)).toEqual(['a', 'b', 'c'])
    expect([...ancestorsOf(graph, 'b')].sort()).toEqual(['b', 'c'])
  })

  it('lists every node once, dependencies first', () => {
    const edge = fc.tuple(fc.nat(11), fc.nat(11)).filter(([left, right]) => left !== right)
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 30 }), (pairs) => {
        const forward = pairs.map(([left, right]) => ({
          from: `n${Math.min(left, right)}`,
          to: `n${Math.max(left, right)}`,
        }))
        const graph = readGraph({ edges: forward })
        const order = topologicalOrder(graph)
        expect([...order].sort()).toEqual([...graph.ids].sort())
        for (const { from, to } of forward) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to))
      }),
    )
  })
})
