import type { GateFacts, GateStatus, GateVote } from './gate-status'

type Facts = Pick<GateFacts, 'authorities' | 'authorIds' | 'digest'>

/**
 * The approvals that count, one a person: given on the evidence as it is now, by somebody who may decide now. An approval
 * of other evidence, of an author, or of a person whose right has ended does not.
 */
export function countingApprovals<V extends GateVote>({ votes }: { votes: readonly V[] }, facts: Facts): V[] {
  const counting = votes.filter(
    ({ verdict, digest, userId }) => verdict === 'approved' && digest === facts.digest && mayVote(userId, facts),
  )
  return [...new Map(counting.map((vote) => [vote.userId, vote])).values()]
}

/** Whether this person may decide: an authority, and no author of the version. */
export function mayVote(userId: string, { authorities, authorIds }: Pick<Facts, 'authorities' | 'authorIds'>): boolean {
  return authorities.has(userId) && !authorIds.includes(userId)
}

/** Whether the person has voted on this evidence. On other evidence they are asked anew. */
export function hasVoted({ votes }: Pick<GateStatus, 'votes'>, userId: string, digest: string): boolean {
  return votes.some((vote) => vote.userId === userId && vote.digest === digest)
}
