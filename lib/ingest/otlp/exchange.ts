import { answerText } from '@/lib/ingest/messages/answer-text'
import type { ReadSpan } from './span-facts'
import { compareNano } from './span-time'
import type { SpanTree } from './trace-tree'

export type Exchange = { request?: unknown; output?: unknown; outputSpanId: string }

/**
 * What a run was asked and what it answered: the root's own input and output, else those of the first and the last to
 * finish on the nearest level below that tells any. Tools come after everything else. Where a model's span answers for
 * the run, its text is the answer rather than the provider's envelope.
 */
export function exchangeOf(tree: SpanTree, read: (spanId: string) => ReadSpan): Exchange {
  const levels = levelsOf(tree, read)
  const asked = nearest(levels, ({ facts }) => facts.input !== undefined)[0]
  const answering = nearest(levels, ({ facts }) => outputOf(facts) !== undefined)
  const answered = answering.toSorted((a, b) => -compareNano(a.span.endNano, b.span.endNano))[0]
  return {
    request: asked?.facts.input,
    output: answered === undefined ? undefined : answerOf(answered, tree.root.spanId),
    outputSpanId: answered?.span.spanId ?? tree.root.spanId,
  }
}

function levelsOf(tree: SpanTree, read: (spanId: string) => ReadSpan): ReadSpan[][] {
  const levels: ReadSpan[][] = []
  for (
    let level = [tree.root];
    level.length > 0;
    level = level.flatMap((span) => tree.childrenOf.get(span.spanId) ?? [])
  )
    levels.push(level.map((span) => read(span.spanId)))
  return levels
}

function nearest(levels: readonly ReadSpan[][], tells: (read: ReadSpan) => boolean): readonly ReadSpan[] {
  const isNoTool = ({ facts }: ReadSpan) => facts.kind !== 'tool'
  const telling = levels.map((level) => level.filter(tells))
  return (
    telling.map((level) => level.filter(isNoTool)).find((level) => level.length > 0) ??
    telling.find((level) => level.length > 0) ??
    []
  )
}

const outputOf = (facts: ReadSpan['facts']) => facts.output ?? facts.outputMessages

function answerOf({ span, facts }: ReadSpan, rootId: string): unknown {
  const output = outputOf(facts)
  if (span.spanId === rootId && facts.kind !== 'llm') return output
  return facts.kind === 'llm' ? (answerText(facts.outputMessages ?? output) ?? output) : output
}
