import { describe, expect, it } from 'vitest'
import type { FailureView, NodeView } from '@/lib/contracts/run-detail'
import { nodeView } from '../testing/node-view'
import { NODE_HEIGHT, NODE_WIDTH, prepareNodeGraph } from './prepare-node-graph'

function failed(role: FailureView['role']): Partial<NodeView> {
  const failure: FailureView = {
    nodeId: '',
    failureClass: 'timeout',
    retryable: true,
    failureMode: 'timeout',
    confidence: 1,
    matched: null,
    role,
    fingerprint: 'v1:x',
    message: '',
  }
  return { status: 'failed', failure }
}

describe('prepareNodeGraph', () => {
  it('places each node below its dependencies, without overlaps', () => {
    const { nodes } = prepareNodeGraph([
      nodeView('join', { dependencies: ['left', 'right'] }),
      nodeView('left', { dependencies: ['start'] }),
      nodeView('right', { dependencies: ['start'] }),
      nodeView('start'),
    ])
    const y = Object.fromEntries(nodes.map((node) => [node.id, node.y]))
    expect(y.start).toBeLessThan(y.left ?? 0)
    expect(y.left).toBe(y.right)
    expect(y.left).toBeLessThan(y.join ?? 0)
    const overlapping = nodes.filter((a) =>
      nodes.some((b) => a !== b && Math.abs(a.x - b.x) < NODE_WIDTH && Math.abs(a.y - b.y) < NODE_HEIGHT),
    )
    expect(overlapping).toEqual([])
  })

  it('leads an edge beside the nodes of the layers that it passes', () => {
    const { edges, nodes } = prepareNodeGraph([
      nodeView('a'),
      nodeView('b', { dependencies: ['a'] }),
      nodeView('c', { dependencies: ['b'] }),
      nodeView('d', { dependencies: ['c'] }),
      nodeView('e', { dependencies: ['d', 'a'] }),
      nodeView('f', { dependencies: ['b', 'a'] }),
      nodeView('g', { dependencies: ['f', 'c', 'a'] }),
      nodeView('h', { dependencies: ['g', 'e'] }),
    ])
    const straight = edges.flatMap(({ id, path }) =>
      [...path.matchAll(/([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map(([, x, top]) => ({
        id,
        x: Number(x),
        top: Number(top),
      })),
    )
    expect(straight.length).toBeGreaterThan(4)
    for (const { id, x, top } of straight)
      for (const node of nodes.filter(({ y }) => y === Math.round(top)))
        expect(x < node.x || x > node.x + NODE_WIDTH, `${id} passes behind ${node.id}`).toBe(true)
    const [first] = edges
    const [a, b] = ['a', 'b'].map((id) => nodes.find((node) => node.id === id))
    expect(first?.path).toMatch(new RegExp(`^M${(a?.x ?? 0) + NODE_WIDTH / 2}`))
    expect(first?.path).toMatch(new RegExp(` ${b?.y}$`))
  })

  it('highlights only the path of a failure from its root cause to its consequences', () => {
    const { edges, nodes, summary } = prepareNodeGraph([
      nodeView('plan'),
      nodeView('fetch', { dependencies: ['plan'], ...failed('root') }),
      nodeView('draft', { dependencies: ['fetch', 'plan'], ...failed('cascade') }),
      nodeView('send', { dependencies: ['draft'], status: 'skipped' }),
      nodeView('log', { dependencies: ['fetch'] }),
    ])
    expect(edges.filter((edge) => edge.isFailing).map((edge) => [edge.source, edge.target])).toEqual([
      ['fetch', 'draft'],
      ['draft', 'send'],
    ])
    expect(nodes.map((node) => node.role)).toEqual([null, 'root', 'cascade', null, null])
    expect(summary).toBe('5 steps, 2 failed; it began at fetch.')
  })

  it('reports that nothing failed, and ignores an unknown dependency', () => {
    const { edges, summary } = prepareNodeGraph([nodeView('only', { dependencies: ['unknown'] })])
    expect(edges).toEqual([])
    expect(summary).toBe('1 step, none failed.')
  })
})
