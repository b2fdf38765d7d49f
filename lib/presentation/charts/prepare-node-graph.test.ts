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
    expect(summary).toBe('5 nodes, 2 failed; it began at fetch.')
  })

  it('reports that nothing failed, and ignores an unknown dependency', () => {
    const { edges, summary } = prepareNodeGraph([nodeView('only', { dependencies: ['unknown'] })])
    expect(edges).toEqual([])
    expect(summary).toBe('1 node, none failed.')
  })
})
