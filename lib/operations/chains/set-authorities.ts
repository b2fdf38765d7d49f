import { setChainAuthorities } from '@/lib/contracts/chain-authorities'
import { role } from '@/lib/contracts/projects'
import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import { roleHolds } from '../authorize'
import { actorName, inTransaction } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { findChainId, loadAuthorities } from './load-authorities'

/** Replaces the list of who decides a chain's gates. It holds for gates that are open as well. */
export const setAuthorities = operation(setChainAuthorities, (ctx, { chain, userIds }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const chainId = await findChainId(tx, projectId, chain)
    await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${projectId}::uuid AND id = ${chainId}::uuid FOR NO KEY UPDATE`
    const before = await loadAuthorities(tx, projectId, chainId)
    const listed = [...new Set(userIds)]
    await refuseOthers(
      tx,
      projectId,
      userIds,
      before.map((person) => person.userId),
    )
    await tx.chainAuthority.deleteMany({ where: { projectId, chainId, userId: { notIn: listed } } })
    await tx.chainAuthority.createMany({
      data: listed.map((userId) => ({
        projectId,
        chainId,
        userId,
        addedBy: actorName(ctx.actor),
        addedAt: ctx.now(),
      })),
      skipDuplicates: true,
    })
    const authorities = await loadAuthorities(tx, projectId, chainId)
    await announce(tx, { project: projectId, topic: 'chains' }, { project: projectId, topic: 'gates' })
    await audit(tx, ctx, 'chain.authorities', `chain:${chainId}`, { authorities: before }, { authorities })
    return { authorities }
  }),
)

/** Only who could decide is newly listed; who is listed already may stay. */
async function refuseOthers(tx: Tx, projectId: string, userIds: readonly string[], already: readonly string[]) {
  const members = await tx.membership.findMany({ where: { projectId, userId: { in: [...userIds] } } })
  const fit = members.filter((member) => roleHolds(role.parse(member.role), 'decide')).map((member) => member.userId)
  const known = new Set([...fit, ...already])
  const issues = userIds.flatMap((userId, index) =>
    known.has(userId) ? [] : [{ path: `userIds[${index}]`, message: 'is no reviewer or admin of this project' }],
  )
  if (issues.length > 0) throw invalidInput(issues)
}
