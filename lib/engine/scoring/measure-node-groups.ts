import type { NodeInput } from '@/lib/contracts/run-input'
import { attributeFailures } from '../failures/attribute-failures'
import { isMissing } from '../json/path'
import { clamp01 } from '../tolerance'
import { isFilled } from '../trace/check-contract'
import { measureEfficiency, type TokenCounts, TRACE_WEIGHTS } from '../trace/score-trace'

/** Maximum length of the name that a node is counted under. */
export const NODE_NAME_MAX = 200

/** Returns the name a node is counted under over all runs of its chain: its name, else its id, at most 200 characters. */
export function nodeName({ name, id }: Pick<NodeInput, 'id'> & { name?: string | null | undefined }): string {
  return firstOf(name ?? id, NODE_NAME_MAX)
}

/** Returns the first characters of a text without splitting surrogate pairs. */
function firstOf(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('')
}

/** The parts of a node that its score depends on. */
export type UnitNode = {
  id: string
  name?: string | null | undefined
  type?: string | null | undefined
  status: string
  dependencies: readonly string[]
  output?: unknown
  tokens?: { [Count in keyof TokenCounts]?: number | undefined } | null | undefined
}

/** A finished node. `score` is in [0, 1]. */
type MeasuredUnit = {
  unit: string
  score: number
  isFailed: boolean
  hasOutput: boolean
  hasTokens: boolean
}

/**
 * Scores the nodes of a run as units of their chain, by those factors of the `stratt` profile that apply to a node, with weights normalised
 * over the known ones: .40 whether it completed, .35 whether its output is not empty, .25 the share of output tokens. Unknown factors are
 * left out, not zero. Nodes that were skipped, cancelled or are still running have no score, nor do cascade failures, which do not reflect
 * on the node itself.
 */
export function measureUnits(nodes: readonly UnitNode[]): MeasuredUnit[] {
  const roles = attributeFailures(nodes)
  const ended = nodes.filter(({ id, status }) =>
    status === 'failed' ? roles.get(id) === 'root' : status === 'completed',
  )
  return ended.map((node) => {
    const isFailed = node.status === 'failed'
    const hasOutput = !isMissing(node.output)
    const efficiency = efficiencyOf(node.tokens)
    const parts = [
      { weight: TRACE_WEIGHTS.conformance, value: isFailed ? 0 : 1 },
      ...(hasOutput ? [{ weight: TRACE_WEIGHTS.completeness, value: isFilled(node.output) ? 1 : 0 }] : []),
      ...(efficiency === null ? [] : [{ weight: TRACE_WEIGHTS.efficiency, value: efficiency }]),
    ]
    const weights = parts.reduce((sum, { weight }) => sum + weight, 0)
    const score = parts.reduce((sum, { weight, value }) => sum + weight * value, 0) / weights
    return { unit: nodeName(node), score: clamp01(score), isFailed, hasOutput, hasTokens: efficiency !== null }
  })
}

/** Null if the tokens were not counted, or not separately. */
function efficiencyOf(tokens: UnitNode['tokens']): number | null {
  const { input, output, total, useful } = tokens ?? {}
  const counts = Object.fromEntries(
    Object.entries({ input, output, total, useful }).filter(([, count]) => typeof count === 'number'),
  )
  const measured = measureEfficiency(counts)
  return measured.total === 0 ? null : measured.efficiency
}
