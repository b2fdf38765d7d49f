import type { GateDetail } from '@/lib/contracts/gates'

type Voted = Pick<GateDetail, 'votes' | 'gate'>

/** The people whose approvals count, in the order given. */
export function approversOf({ votes }: Pick<GateDetail, 'votes'>): string[] {
  return votes.filter((vote) => vote.counts && vote.verdict === 'approved').map((vote) => vote.by.name)
}

/** "1 of 2 approvals, by Ada". */
export function formatApprovals(detail: Voted): string {
  const { quorum } = detail.gate
  const names = approversOf(detail)
  const count = `${names.length} of ${quorum} ${quorum === 1 ? 'approval' : 'approvals'}`
  return names.length === 0 ? count : `${count}, by ${names.join(' and ')}`
}

/** Who looks after a gate: "Ada", "Ada, escalated", "Escalated to the admins"; null for nobody. */
export function formatOwner({ owner, escalatedTo }: Pick<GateDetail['gate'], 'owner' | 'escalatedTo'>): string | null {
  if (owner) return escalatedTo ? `${owner.name}, escalated` : owner.name
  return escalatedTo ? `Escalated to ${escalatedTo}` : null
}
