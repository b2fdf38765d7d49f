import { MISSING } from './number'

/** US dollars: cents from one dollar up, four decimals below, "<$0.0001" for less than that. */
export function formatCost(costUsd: number | null | undefined): string {
  if (costUsd === null || costUsd === undefined || !Number.isFinite(costUsd)) return MISSING
  if (costUsd > 0 && costUsd < 0.0001) return '<$0.0001'
  if (costUsd === 0) return '$0'
  if (costUsd < 1) return `$${costUsd.toFixed(4)}`
  return `$${costUsd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
