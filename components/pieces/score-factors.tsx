import { formatExact, formatPercent, formatScore } from '@/lib/format/number'

export type ScoreFactor = {
  name: string
  label: string
  /** As given; what counts is its share of all weights. */
  weight: number
  value: number | null
  contribution: number | null
  formula: string
  inputs: readonly { label: string; value: string }[]
}

type ScoreFactorsProps = { factors: readonly ScoreFactor[]; value: number | null; threshold?: number | null }

/** The factors of a score with formula and inputs; the last column adds up to the number. */
export function ScoreFactors({ factors, value, threshold = null }: ScoreFactorsProps) {
  const total = factors.reduce((sum, factor) => sum + factor.weight, 0)
  return (
    <table className="mt-3 w-full text-sm">
      <thead>
        <tr className="text-ink-3 text-xs [&>th]:pb-1 [&>th]:font-medium">
          <th className="text-left">Factor</th>
          <th className="pl-3 text-right">Value</th>
          <th className="pl-3 text-right">Weight</th>
          <th className="pl-3 text-right">Adds</th>
        </tr>
      </thead>
      <tbody className="[&>tr>td]:border-t [&>tr>td]:py-2 [&>tr>td]:align-top">
        {factors.map((factor) => (
          <tr key={factor.name}>
            <td>
              <span className="font-medium">{factor.label}</span>
              <span className="mt-0.5 block font-mono text-ink-2 text-xs">{factor.formula}</span>
              {factor.inputs.length > 0 && (
                <span className="mt-0.5 block text-ink-3 text-xs">
                  {factor.inputs.map((input) => `${input.label} ${input.value}`).join(' · ')}
                </span>
              )}
            </td>
            <td className="pl-3 text-right" title={formatExact(factor.value)}>
              {formatScore(factor.value)}
            </td>
            <td className="pl-3 text-right text-ink-2">{total > 0 ? formatPercent(factor.weight / total) : '—'}</td>
            <td className="pl-3 text-right" title={formatExact(factor.contribution)}>
              {factor.contribution === null ? '—' : factor.contribution.toFixed(4)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="[&>td]:border-t [&>td]:border-line-strong [&>td]:pt-2 [&>td]:font-medium">
          <td colSpan={3}>
            Score
            {threshold !== null && (
              <span className="ml-2 font-normal text-ink-3 text-xs">threshold {formatScore(threshold)}</span>
            )}
          </td>
          <td className="pl-3 text-right" title={formatExact(value)}>
            {value === null ? '—' : value.toFixed(4)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
