import type { GateDetail, GateEventView } from '@/lib/contracts/gates'
import type { DecisionView } from '@/lib/contracts/reviews'

/** One event of a gate. `until`: a deadline in its text, ISO 8601. */
type GateHistoryEntry = { id: string; at: string; text: string; until: string | null; reason: string | null }

/** Returns all events of a gate as text, oldest first: opening, moves, votes, outcome, reversal. */
export function prepareGateHistory({ gate, events, history }: Pick<GateDetail, 'gate' | 'events' | 'history'>) {
  const decidedAt = new Set(history.map((decision) => decision.decidedAt))
  const opened = { id: gate.id, at: gate.openedAt, text: `${gate.openedBy} opened it`, until: null, reason: null }
  // The deciding vote is part of the decision; a rejection always decides.
  const isDecidingVote = ({ kind, verdict, at }: GateEventView) =>
    kind === 'voted' && (verdict === 'rejected' || decidedAt.has(at))
  const moves = events.filter((event) => !isDecidingVote(event))
  const entries: GateHistoryEntry[] = [
    opened,
    ...moves.map(toEntry),
    ...history.map((row) => toOutcome(row, gate.quorum)),
  ]
  return entries.toSorted((a, b) => a.at.localeCompare(b.at))
}

function toEntry(event: GateEventView): GateHistoryEntry {
  const { id, at, reason } = event
  return { id, at, text: wordsOf(event), until: event.deadline?.after ?? null, reason }
}

function wordsOf({ kind, by, owner }: GateEventView): string {
  switch (kind) {
    case 'assigned':
      return owner?.after ? `${by} gave it to ${owner.after}` : `${by} took it from ${owner?.before ?? 'its owner'}`
    case 'escalated': {
      const to = owner?.after ?? 'another owner'
      return by === 'Deadline' ? `Time moved it to ${to}` : `${by} escalated it to ${to}`
    }
    case 'extended':
      return `${by} moved the deadline to`
    case 'warned':
      return 'Reminder: a quarter of the time left'
    case 'voted':
      return `${by} approved; more approvals are needed`
  }
}

function toOutcome({ id, kind, by, decidedAt, reason }: DecisionView, quorum: number): GateHistoryEntry {
  return { id, at: decidedAt, text: outcomeLabels(kind, by.name, quorum), until: null, reason }
}

function outcomeLabels(kind: DecisionView['kind'], by: string, quorum: number): string {
  if (kind === 'gate_approved') return quorum > 1 ? `${by} approved, as the last of ${quorum}` : `${by} approved`
  if (kind === 'gate_rejected') return `${by} rejected`
  if (kind === 'gate_timed_out') return 'The deadline passed; nothing was approved'
  return `${by} took the decision back`
}
