import type { RunAttribution } from '@/lib/contracts/attributions'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatCount, formatPlural } from '../format/number'

type Step = Pick<NodeView, 'id' | 'name'>
type Said = Pick<NonNullable<RunAttribution['attribution']>, 'nodeId' | 'rank' | 'by'>

const places = ['first', 'second', 'third']

/** Returns the name of a step's node; if several have it, with its position: "Coder, node 3". */
export function stepLabel(nodes: readonly Step[], nodeId: string): string {
  const at = nodes.findIndex(({ id }) => id === nodeId)
  const name = nodes[at]?.name ?? nodeId
  return nodes.filter((node) => (node.name ?? node.id) === name).length > 1 ? `${name}, node ${at + 1}` : name
}

/** Describes a confirmed cause: "Ada said: Coder, the first suggestion". */
export function attributionSentence({ by, nodeId, rank }: Said, nodes: readonly Step[]): string {
  if (nodeId === null) return `${by} said: none of its steps`
  const place = rank === null ? 'not among the suggestions' : `the ${places[rank - 1] ?? `${rank}th`} suggestion`
  return `${by} said: ${stepLabel(nodes, nodeId)}, ${place}`
}

/** Describes how often the first suggestion was right; null without a confirmation. */
export function attributionRecord({ n, first }: RunAttribution['record']): string | null {
  return n === 0 ? null : `The first suggestion was right in ${formatCount(first)} of ${formatPlural(n, 'run')}.`
}
