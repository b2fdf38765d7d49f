import type { FactorBreakdown } from '@/lib/contracts/quality/shapes'
import type { FactorView, IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { isMissing, valueAt } from '../json/path'
import { bandFrom } from '../trace/band'
import { scoreTrace } from '../trace/score-trace'
import type { Measure, SeriesScore } from './scored-run'

/**
 * Scores a run by the `stratt` profile: .40 conformance + .35 completeness + .25 efficiency (stratt quality scoring), over what was
 * measured. A failed run breaks its contract; its completeness is measured all the same.
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
    efficiencyReference: configuration?.efficiency_reference ?? 1,
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
        message: isMissing(valueAt(run.output, field)) ? `${field} is missing` : `${field} is present but empty`,
        severity: 'warning' as const,
        blocker: false,
      })),
    ],
  }
}

/** Returns the run's own token counts, else the sums over its nodes for each count that all counting nodes have. */
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

const FACTORS: Record<string, { label: string; formula: string }> = {
  completeness: { label: 'Completeness', formula: '1 − 0.20 per missing field − 0.10 per type mismatch' },
  accuracy: { label: 'Accuracy', formula: '1 − 0.15 per error − 0.05 per warning − 0.25 per business violation' },
  performance: { label: 'Performance', formula: 'min(1, time budget ÷ time) × min(1, token budget ÷ tokens)' },
}

const TRACE_FACTORS: Record<string, { label: string; formula: string }> = {
  conformance: { label: 'Conformance', formula: '1 when the output keeps its contract, else 0' },
  completeness: { label: 'Completeness', formula: 'required outputs present and not empty ÷ required outputs' },
  efficiency: { label: 'Efficiency', formula: 'useful output tokens ÷ all tokens' },
}

/** Formats the parts of a score for display: weights, inputs, and deductions. */
export function toFactors(profile: 'gaff' | 'stratt', parts: readonly FactorBreakdown[]): FactorView[] {
  const names = profile === 'gaff' ? FACTORS : TRACE_FACTORS
  return parts.map((part) => ({
    name: part.factor,
    label: names[part.factor]?.label ?? part.factor,
    weight: part.weight,
    value: part.score,
    contribution: part.contribution,
    formula:
      part.score === null
        ? 'not measured: no share in the mean'
        : (names[part.factor]?.formula ?? 'given by the caller'),
    inputs: [
      ...Object.entries(part.inputs).map(([label, value]) => ({
        label: label.replaceAll('_', ' '),
        value: value === null ? '—' : String(value),
      })),
      ...part.deductions.map(({ reason, field, amount }) => ({
        label: `${reason.replaceAll('_', ' ')}: ${field}`,
        value: `−${amount.toFixed(2)}`,
      })),
    ],
  }))
}
