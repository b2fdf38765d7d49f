import { formatCount, formatPlural } from '../format/number'
import { runsHref } from '../links'

/** A node that failed: widths in [0, 1] of the widest row, failures that began there apart from inherited ones. */
export type NodeHit = {
  node: string
  rootWidth: number
  cascadeWidth: number
  countText: string
  title: string
  href: string
}

type Input = {
  nodes: readonly { node: string; roots: number; cascades: number }[]
  buckets: readonly { start: string; end: string }[]
}

/** The nodes that failures struck most, on one scale. */
export function prepareNodesHit({ nodes, buckets }: Input, project: string, chain?: readonly string[]): NodeHit[] {
  const peak = Math.max(1, ...nodes.map(({ roots, cascades }) => roots + cascades))
  const within = { chain: chain?.join(','), from: buckets[0]?.start, to: buckets.at(-1)?.end }
  return nodes.map(({ node, roots, cascades }) => ({
    node,
    rootWidth: roots / peak,
    cascadeWidth: cascades / peak,
    countText: formatCount(roots + cascades),
    title: `${node}: ${formatPlural(roots, 'failure')} began here, ${formatCount(cascades)} inherited`,
    href: runsHref(project, { node, ...within }),
  }))
}
