import { isRecord } from '@/lib/contracts/is-record'
import { EngineInputError } from '../input-error'

const EDGE_SPELLINGS = [
  ['from', 'to'],
  ['from_node', 'to_node'],
  ['source', 'target'],
] as const

/** A dependency graph: node ids in the order listed, and their edges. */
export interface Graph {
  ids: string[]
  /** id -> the ids it depends on */
  dependencies: Map<string, Set<string>>
  /** id -> the ids that depend on it */
  dependents: Map<string, Set<string>>
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

function idOf(node: unknown): string | null {
  if (isId(node)) return node
  if (!isRecord(node)) return null
  return [node.id, node.node_id].find(isId) ?? null
}

function readEdge(edge: unknown): [from: string, to: string] | null {
  if (!isRecord(edge)) return null
  for (const [start, end] of EDGE_SPELLINGS) {
    const from = edge[start]
    const to = edge[end]
    if (isId(from) && isId(to)) return [from, to]
  }
  return null
}

function unreadable(path: string, message: string): EngineInputError {
  return new EngineInputError([{ path, message }])
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Nodes are given as a list, or as a map from id to node. */
function listNodes(nodes: unknown): unknown[] {
  if (!isRecord(nodes)) return listOf(nodes)
  return Object.entries(nodes).map(([id, node]) => (isRecord(node) ? { id, ...node } : id))
}

/**
 * Reads an intent graph `{ nodes, edges }`: ids as `id` or `node_id`; edges as `from/to`, `from_node/to_node`, `source/target` or as
 * `dependencies` on the node. `furtherIds` are added as unconnected nodes.
 * @throws {EngineInputError} on an unreadable node or edge, since leaving one out would change the dependencies.
 */
export function readGraph(intentGraph: unknown, furtherIds: Iterable<string> = []): Graph {
  const { nodes, edges } = isRecord(intentGraph) ? intentGraph : {}
  const dependencies = new Map<string, Set<string>>()
  const dependents = new Map<string, Set<string>>()

  function add(id: string) {
    if (dependencies.has(id)) return
    dependencies.set(id, new Set())
    dependents.set(id, new Set())
  }

  function connect(from: string, to: string) {
    add(from)
    add(to)
    dependencies.get(to)?.add(from)
    dependents.get(from)?.add(to)
  }

  const known = listNodes(nodes).map((node, index) => {
    const id = idOf(node)
    if (id === null) throw unreadable(`intent_graph.nodes[${index}]`, 'needs an id or node_id')
    add(id)
    const dependencies = isRecord(node) ? (node.dependencies ?? []) : []
    if (!Array.isArray(dependencies))
      throw unreadable(`intent_graph.nodes[${index}].dependencies`, 'must be a list of node ids')
    return { id, dependencies }
  })
  for (const [index, node] of known.entries()) {
    for (const dependency of node.dependencies) {
      const from = idOf(dependency)
      if (from === null) throw unreadable(`intent_graph.nodes[${index}].dependencies`, 'must hold node ids')
      connect(from, node.id)
    }
  }
  for (const [index, edge] of listOf(edges).entries()) {
    const ends = readEdge(edge)
    if (!ends)
      throw unreadable(`intent_graph.edges[${index}]`, 'needs from and to, from_node and to_node, or source and target')
    connect(...ends)
  }
  for (const id of furtherIds) add(id)
  return { ids: [...dependencies.keys()], dependencies, dependents }
}

function reach(next: Map<string, Set<string>>, starts: Iterable<string>): Set<string> {
  const reached = new Set<string>()
  const pending = [...starts]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const neighbour of next.get(id) ?? []) {
      if (reached.has(neighbour)) continue
      reached.add(neighbour)
      pending.push(neighbour)
    }
  }
  return reached
}

/** Returns the direct and indirect dependencies of the given nodes. In a cycle a node is its own ancestor. */
export function ancestorsOf(graph: Graph, ...ids: string[]): Set<string> {
  return reach(graph.dependencies, ids)
}

/** Returns the direct and indirect dependents of the given nodes. */
export function descendantsOf(graph: Graph, ...ids: string[]): Set<string> {
  return reach(graph.dependents, ids)
}

/** Returns all node ids, dependencies first, otherwise in listed order; nodes on a cycle come last, in listed order (Kahn 1962). */
export function topologicalOrder(graph: Graph): string[] {
  const open = new Map(graph.ids.map((id) => [id, graph.dependencies.get(id)?.size ?? 0]))
  const order = graph.ids.filter((id) => open.get(id) === 0)
  for (const id of order) {
    for (const dependent of graph.dependents.get(id) ?? []) {
      const left = (open.get(dependent) ?? 0) - 1
      open.set(dependent, left)
      if (left === 0) order.push(dependent)
    }
  }
  const placed = new Set(order)
  return [...order, ...graph.ids.filter((id) => !placed.has(id))]
}
