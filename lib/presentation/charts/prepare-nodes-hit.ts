import { formatCount, formatPlural } from '../format/number'
import { runsHref } from '../links'

/** A node with failures: those that began there, and inherited ones. */
type NodeHit = { name: string; roots: number; cascades: number; title: string; href: string }

type Input = {
  nodes: readonly { node: string; roots: number; cascades: number }[]
  buckets: readonly { start: string; end: string }[]
}

/** Prepares the nodes with the most failures, each with a link to its runs. */
export function prepareNodesHit({ nodes, buckets }: Input, project: string, chain?: readonly string[]): NodeHit[] {
  const within = { chain, from: buckets[0]?.start, to: buckets.at(-1)?.end }
  return nodes.map(({ node, roots, cascades }) => ({
    name: node,
    roots,
    cascades,
    title: `${node}: ${formatPlural(roots, 'failure')} began here, ${formatCount(cascades)} inherited`,
    href: runsHref(project, { node, ...within }),
  }))
}
