import { StatusMark } from '@/components/pieces/status-mark'
import type { Status } from '@/components/pieces/status-shape'
import type { GateRow, GateState } from '@/lib/contracts/gates'
import { gateStateLabels } from '@/lib/format/labels'

const statuses: Record<GateState, Status> = {
  pending: 'review',
  approved: 'pass',
  rejected: 'fail',
  timed_out: 'unknown',
}

/** How a gate stands, by shape, word and colour. */
export function GateStateMark({ gate, className }: { gate: Pick<GateRow, 'state' | 'undone'>; className?: string }) {
  const word = gate.undone ? `${gateStateLabels[gate.state]}, taken back` : gateStateLabels[gate.state]
  return <StatusMark status={gate.undone ? 'unknown' : statuses[gate.state]} word={word} className={className} />
}
