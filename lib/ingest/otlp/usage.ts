import type { RunBody } from '@/lib/contracts/run-input'
import type { SpanFacts } from './dialects/dialect'
import type { ReadSpan } from './span-facts'
import { type SpanTree, spansBelow } from './trace-tree'

export type Usage = { tokens?: NonNullable<RunBody['tokens']>; costUsd?: number }

/**
 * Tokens and US dollars of a whole tree. Agents often repeat the sum of the requests they wrap, so what a span tells
 * counts only where nothing below it tells any. A total is given when every counted span told one.
 */
export function usageOf(tree: SpanTree, factsOf: (spanId: string) => SpanFacts): Usage {
  const spent = lowest(tree, (id) => tokensOf(factsOf(id)) !== undefined).map(factsOf)
  const costs = lowest(tree, (id) => factsOf(id).costUsd !== undefined).map(factsOf)
  const tokens = {
    input: sum(spent.map((facts) => facts.inputTokens)),
    output: sum(spent.map((facts) => facts.outputTokens)),
    total: spent.every((facts) => facts.totalTokens !== undefined)
      ? sum(spent.map((facts) => facts.totalTokens))
      : undefined,
  }
  const costUsd = sum(costs.map((facts) => facts.costUsd))
  return { ...(spent.length > 0 && { tokens }), ...(costUsd !== undefined && { costUsd }) }
}

/** The tokens one span told, or undefined. */
export function tokensOf(facts: ReadSpan['facts']): NonNullable<RunBody['tokens']> | undefined {
  const { inputTokens: input, outputTokens: output, totalTokens: total } = facts
  return input === undefined && output === undefined && total === undefined ? undefined : { input, output, total }
}

/** The ids of the spans that tell, and have none below them that does. */
function lowest(tree: SpanTree, tells: (spanId: string) => boolean): string[] {
  const telling = new Set<string>()
  const found: string[] = []
  for (const { spanId } of [tree.root, ...spansBelow(tree)].reverse()) {
    const isToldBelow = tree.childrenOf.get(spanId)?.some((child) => telling.has(child.spanId)) ?? false
    if (!isToldBelow && tells(spanId)) found.push(spanId)
    if (isToldBelow || tells(spanId)) telling.add(spanId)
  }
  return found
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  const told = values.filter((value) => value !== undefined)
  return told.length > 0 ? told.reduce((total, value) => total + value, 0) : undefined
}
