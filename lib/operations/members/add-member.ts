import type { InputOf } from '@/lib/contracts/contract'
import * as contracts from '@/lib/contracts/projects'
import type { Tx } from '@/lib/db/client'
import { normalEmail } from '../account/find-user'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { AppError, invalidInput } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { createUser, lockSetup, setRole } from '../setup/default-project'
import { assertAnotherAdmin, lockMembers } from './admins'
import { memberFields, toMemberView } from './to-member-view'

export const addMember = operation(contracts.addMember, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockMembers(tx, projectId)
    const userId = await findOrCreateUser(tx, input)
    const key = { projectId_userId: { projectId, userId } }
    const before = await tx.membership.findUnique({ where: key, select: { role: true } })
    if (before?.role === 'admin' && input.role !== 'admin') await assertAnotherAdmin(tx, projectId, userId)
    await setRole(tx, projectId, userId, input.role)
    await audit(tx, ctx, before ? 'member.change' : 'member.add', `user:${userId}`, before, { role: input.role })
    await announce(tx, { project: projectId, topic: 'members' })
    return { member: toMemberView(await tx.membership.findUniqueOrThrow({ where: key, select: memberFields })) }
  }),
)

/** A person the desk knows keeps their own name and password: no project's admin may change those. */
async function findOrCreateUser(tx: Tx, input: InputOf<typeof contracts.addMember>): Promise<string> {
  await lockSetup(tx)
  const email = normalEmail(input.email)
  const known = await tx.user.findUnique({ where: { email }, select: { id: true, disabledAt: true } })
  if (known?.disabledAt) throw new AppError('conflict', 'this account is disabled')
  if (known) return known.id
  if (input.password === undefined)
    throw invalidInput([
      { path: 'password', message: 'a new person needs a first password, of at least 12 characters' },
    ])
  return createUser(tx, { email, name: input.name ?? email.split('@')[0] ?? email, password: input.password })
}
