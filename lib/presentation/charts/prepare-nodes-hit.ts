import { formatCount, formatPlural } from '../format/number'
import { runsHref } from '../links'

/** A node that failed: failures that began there apart from inherited ones. */
export type NodeHit = { name: string; roots: number; cascades: number; title: string; href: string }

type Input = {
  nodes: readonly { node: string; roots: number; cascades: number }[]
  buckets: readonly { start: string; end: string }[]
}

/** The nodes that failures struck most, each with the runs behind it. */
export function prepareNodesHit({ nodes, buckets }: Input, project: string, chain?: readonly string[]): NodeHit[] {
  const within = { chain: chain?.join(','), from: buckets[0]?.start, to: buckets.at(-1)?.end }
  return nodes.map(({ node, roots, cascades }) => ({
    name: node,
    roots,
    cascades,
    title: `${node}: ${formatPlural(roots, 'failure')} began here, ${formatCount(cascades)} inherited`,
    href: runsHref(project, { node, ...within }),
  }))
}
