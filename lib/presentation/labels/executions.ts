import type { executionSorts } from '@/lib/contracts/vocabulary'

export const executionSortLabels: Record<(typeof executionSorts)[number], string> = {
  newest: 'Newest first',
  gain: 'Largest gain',
  attempts: 'Most attempts first',
  expected_gain: 'Highest expected gain',
}
