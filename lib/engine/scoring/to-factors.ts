import type { FactorView } from '@/lib/contracts/run-detail'
import type { FactorBreakdown } from '@/lib/engine/factor-breakdown'

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

/** The parts of a score as shown: what each weighs, the inputs it came from, and what was taken off. */
export function toFactors(profile: 'gaff' | 'stratt', parts: readonly FactorBreakdown[]): FactorView[] {
  const names = profile === 'gaff' ? FACTORS : TRACE_FACTORS
  return parts.map((part) => ({
    name: part.factor,
    label: names[part.factor]?.label ?? part.factor,
    weight: part.weight,
    value: part.score,
    contribution: part.contribution,
    formula: names[part.factor]?.formula ?? 'given by the caller',
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
