import type { GateRow } from '@/lib/contracts/gates'

/** Why a gate opened, in a word or two. */
export const gateKindLabels: Record<GateRow['kind'], string> = {
  regression: 'Regression',
  escalation: 'Escalated run',
  manual: 'By hand',
}
