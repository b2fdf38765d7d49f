import { Graph, layout } from '@dagrejs/dagre'
import type { FailureView, NodeView } from '@/lib/contracts/run-detail'
import { formatPlural } from '../format/number'

export const NODE_WIDTH = 144
export const NODE_HEIGHT = 48

export type GraphNode = {
  id: string
  x: number
  y: number
  name: string
  type: string | null
  status: NodeView['status']
  /** Whether the failure began here or was inherited; null for all others. */
  role: FailureView['role'] | null
}

type GraphEdge = {
  id: string
  source: string
  target: string
  /** The failure was passed on along this edge. */
  isFailing: boolean
}

export type NodeGraphModel = { nodes: GraphNode[]; edges: GraphEdge[]; width: number; height: number; summary: string }

/** Lays out the nodes of a run in layers by their dependencies, top to bottom. Sizes in px. */
export function prepareNodeGraph(views: readonly NodeView[]): NodeGraphModel {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 12, ranksep: 32, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  const known = new Map(views.map((view) => [view.id, view]))
  for (const view of views) graph.setNode(view.id, { width: NODE_WIDTH, height: NODE_HEIGHT })
  const edges = views.flatMap((view) =>
    view.dependencies.flatMap((source) => {
      const from = known.get(source)
      if (!from) return []
      graph.setEdge(source, view.id)
      return [{ id: `${source}\u2192${view.id}`, source, target: view.id, isFailing: isFailing(from, view) }]
    }),
  )
  layout(graph)
  const nodes = views.map((view) => {
    const place = graph.node(view.id)
    return {
      id: view.id,
      // The layout returns centres, the drawing needs corners.
      x: Math.round((place?.x ?? 0) - NODE_WIDTH / 2),
      y: Math.round((place?.y ?? 0) - NODE_HEIGHT / 2),
      name: view.name ?? view.id,
      type: view.type,
      status: view.status,
      role: view.failure?.role ?? null,
    }
  })
  const { width = 0, height = 0 } = graph.graph()
  return { nodes, edges, width: Math.ceil(width), height: Math.ceil(height), summary: summarise(views) }
}

function isFailing(from: NodeView, to: NodeView): boolean {
  return from.failure !== null && (to.failure?.role === 'cascade' || to.status === 'skipped')
}

function summarise(views: readonly NodeView[]): string {
  const failed = views.filter((view) => view.status === 'failed')
  const roots = views.filter((view) => view.failure?.role === 'root')
  const nodes = formatPlural(views.length, 'node')
  if (failed.length === 0) return `${nodes}, none failed.`
  const began = roots.map((view) => view.name ?? view.id).join(', ')
  return `${nodes}, ${failed.length} failed${began ? `; it began at ${began}` : ''}.`
}
