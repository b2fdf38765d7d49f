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
  /** An SVG path from node to node, beside the nodes of the layers between them. */
  path: string
}

export type NodeGraphModel = { nodes: GraphNode[]; edges: GraphEdge[]; width: number; height: number; summary: string }

/** Lays out the nodes of a run in layers by their dependencies, top to bottom. Sizes in px. */
export function prepareNodeGraph(views: readonly NodeView[]): NodeGraphModel {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 12, ranksep: 32, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  const known = new Map(views.map((view) => [view.id, view]))
  for (const view of views) graph.setNode(view.id, { width: NODE_WIDTH, height: NODE_HEIGHT })
  const links = views.flatMap((view) =>
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
  const layers = new Set(views.map(({ id }) => graph.node(id)?.y ?? 0))
  const edges = links.map((link) => ({ ...link, path: pathOf(graph, link, layers) }))
  const { width = 0, height = 0 } = graph.graph()
  return { nodes, edges, width: Math.ceil(width), height: Math.ceil(height), summary: summarise(views) }
}

/** `layers`: where the centres of nodes are. The path goes straight through a layer, and curves between two. */
function pathOf(graph: Graph, { source, target }: Pick<GraphEdge, 'source' | 'target'>, layers: ReadonlySet<number>) {
  const [from, to] = [source, target].map((id) => ({ x: graph.node(id)?.x ?? 0, y: graph.node(id)?.y ?? 0 }))
  if (!from || !to) return ''
  const half = (to.y < from.y ? -NODE_HEIGHT : NODE_HEIGHT) / 2
  const passed = (graph.edge(source, target)?.points ?? []).slice(1, -1).filter(({ y }: { y: number }) => layers.has(y))
  let [path, last] = [`M${from.x} ${from.y + half}`, from]
  for (const next of [...passed, to]) {
    const middle = (last.y + next.y) / 2
    path += `C${last.x} ${middle} ${next.x} ${middle} ${next.x} ${next.y - half}`
    if (next !== to) path += `L${next.x} ${next.y + half}`
    last = next
  }
  return path
}

function isFailing(from: NodeView, to: NodeView): boolean {
  return from.failure !== null && (to.failure?.role === 'cascade' || to.status === 'skipped')
}

function summarise(views: readonly NodeView[]): string {
  const failed = views.filter((view) => view.status === 'failed')
  const roots = views.filter((view) => view.failure?.role === 'root')
  const nodes = formatPlural(views.length, 'step')
  if (failed.length === 0) return `${nodes}, none failed.`
  const began = roots.map((view) => view.name ?? view.id).join(', ')
  return `${nodes}, ${failed.length} failed${began ? `; it began at ${began}` : ''}.`
}
