import * as contracts from '@/lib/contracts/setup'
import { inTransaction } from '@/lib/db/transaction'
import { normalEmail } from '../account/users'
import { audit } from '../audit'
import { AppError } from '../errors'
import { hashLinkToken } from '../link-token'
import { operation } from '../operation'
import { createUser, ensureDefaultProject, lockSetup, setRole } from './first-run'
import { isSetupOpen } from './setup-link'

/** Creates the first person, their project and their role in one transaction. Of two concurrent calls one wins. */
export const completeSetup = operation(contracts.completeSetup, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    await lockSetup(tx)
    if (!(await isSetupOpen(tx, input.token, ctx.now())))
      throw new AppError('conflict', 'this link was used, has expired, or was replaced by a newer one')
    const userId = await createUser(tx, { ...input, emailVerifiedAt: ctx.now() })
    const project = { id: await ensureDefaultProject(tx) }
    await setRole(tx, project.id, userId, 'admin')
    const actor = { kind: 'user', userId, name: input.name, email: input.email } as const
    await audit(tx, { ...ctx, actor, project }, 'member.add', `user:${userId}`, null, { role: 'admin' })
    await tx.setupLink.update({ where: { tokenHash: hashLinkToken(input.token) }, data: { usedAt: ctx.now() } })
    return { email: normalEmail(input.email) }
  }),
)
