import type { executionSorts } from '@/lib/contracts/vocabulary'

export const executionSortLabels: Record<(typeof executionSorts)[number], string> = {
  newest: 'Newest first',
  gain: 'Further attempts brought most',
  attempts: 'Most attempts first',
  expected_gain: 'One more promises most',
}
