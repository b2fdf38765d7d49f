import { loadEffectiveConfiguration } from '../configuration/levels'
import { type ProjectContext, personOf } from '../context'

/**
 * Whether the caller is about to review the run blind: they have claimed it, or it is assigned to them, and they have never given a verdict
 * on it. Comments, and the run's own page, could reveal those of others.
 */
export async function isBlindTo({ actor, db, project, now }: ProjectContext, runId: string): Promise<boolean> {
  const person = personOf(actor)
  if (!person) return false
  const at = { projectId: project.id, runId }
  const mine = [{ claimedById: person.userId, claimedUntil: { gt: now() } }, { assignedToId: person.userId }]
  const item = await db.reviewItem.findFirst({
    where: { ...at, state: 'waiting', OR: mine },
    select: { chainId: true },
  })
  if (!item) return false
  const { review } = await loadEffectiveConfiguration(db, project.id, item.chainId)
  return review.blind && (await db.decision.count({ where: { ...at, userId: person.userId, kind: 'review' } })) === 0
}
