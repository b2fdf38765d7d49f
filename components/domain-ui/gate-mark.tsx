import type { GateRow, GateState } from '@/lib/contracts/gates'
import { gateStateText } from '@/lib/presentation/labels/gates'
import { type Status, StatusMark } from './status-mark'

const statuses: Record<GateState, Status> = {
  pending: 'review',
  approved: 'pass',
  rejected: 'fail',
  timed_out: 'unknown',
}

/** State of a gate, by shape, word and colour. */
export function GateStateMark({ gate, className }: { gate: Pick<GateRow, 'state' | 'undone'>; className?: string }) {
  return (
    <StatusMark
      status={gate.undone ? 'unknown' : statuses[gate.state]}
      word={gateStateText(gate)}
      className={className}
    />
  )
}

/** Short labels for why a gate was opened. */
export const gateKindLabels: Record<GateRow['kind'], string> = {
  regression: 'Regression check',
  escalation: 'Escalated run',
  manual: 'By hand',
}
