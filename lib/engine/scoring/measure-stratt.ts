import type { IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { bandFrom } from '@/lib/engine/trace/band'
import { scoreTrace } from '@/lib/engine/trace/score-trace'
import type { Measure, SeriesScore } from './scored-run'
import { toFactors } from './to-factors'

/**
 * The `stratt` score of a run: .40 conformance + .35 completeness + .25 efficiency (stratt quality scoring). A failed run breaks
 * its contract, and its completeness is still measured.
 */
export function measureStratt(
  run: RunInput,
  { contract, configuration, weights = configuration?.stratt_weights }: Measure,
  isFinished: boolean,
): { score: SeriesScore; issues: IssueView[] } {
  if (!isFinished) {
    const breakdown = { factors: [], warnings: [`not_finished: ${run.status}`], threshold: null }
    return { score: { profile: 'stratt', value: null, grade: null, band: null, blocked: false, breakdown }, issues: [] }
  }
  const trace = scoreTrace({
    output: run.output,
    contract,
    tokens: tokensOf(run),
    ...(weights && { weights }),
    ...(run.status === 'failed' && { contractConformance: false }),
  })
  return {
    score: {
      profile: 'stratt',
      value: trace.qualityScore,
      grade: null,
      band: trace.band,
      blocked: trace.blocked,
      breakdown: {
        factors: toFactors('stratt', trace.breakdown),
        warnings: trace.warnings,
        threshold: bandFrom('good'),
      },
    },
    issues: [
      ...trace.contractErrors.map((error) => ({
        stage: 'schema',
        type: error.code,
        field: error.path,
        message: error.message,
        severity: 'error' as const,
        blocker: true,
      })),
      ...trace.missingOutputs.map((field) => ({
        stage: 'contract',
        type: 'missing_field',
        field,
        message: `${field} is missing`,
        severity: 'warning' as const,
        blocker: false,
      })),
    ],
  }
}

/** The run's own token counts, else the sums of its nodes' where every counting node told that part. */
function tokensOf(run: RunInput): RunInput['tokens'] {
  if (run.tokens) return run.tokens
  const counted = run.nodes.flatMap((node) => (node.tokens ? [node.tokens] : []))
  if (counted.length === 0) return undefined
  const sum = (part: 'input' | 'output' | 'total') =>
    counted.every((tokens) => tokens[part] !== undefined)
      ? counted.reduce((total, tokens) => total + (tokens[part] ?? 0), 0)
      : undefined
  return { input: sum('input'), output: sum('output'), total: sum('total') }
}
