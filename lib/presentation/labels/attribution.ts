import type { RunAttribution } from '@/lib/contracts/attributions'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatCount, formatPlural } from '../format/number'

type Step = Pick<NodeView, 'id' | 'name'>
type Said = Pick<NonNullable<RunAttribution['attribution']>, 'nodeId' | 'rank' | 'by'>

const places = ['first', 'second', 'third']

/** A step by its place in the run and who took it: "step 3 (Coder)". */
export function stepLabel(nodes: readonly Step[], nodeId: string): string {
  const at = nodes.findIndex(({ id }) => id === nodeId)
  return at < 0 ? nodeId : `step ${at + 1} (${nodes[at]?.name ?? nodeId})`
}

/** What a person said caused a failure: "Ada said: step 3 (Coder), the first suggestion". */
export function attributionSentence({ by, nodeId, rank }: Said, nodes: readonly Step[]): string {
  if (nodeId === null) return `${by} said: none of its steps`
  const place = rank === null ? 'which was not suggested' : `the ${places[rank - 1] ?? `${rank}th`} suggestion`
  return `${by} said: ${stepLabel(nodes, nodeId)}, ${place}`
}

/** How often the first suggestion was right; null where nobody has spoken yet. */
export function attributionRecord({ n, first }: RunAttribution['record']): string | null {
  return n === 0 ? null : `The first suggestion was right in ${formatCount(first)} of ${formatPlural(n, 'run')}.`
}
