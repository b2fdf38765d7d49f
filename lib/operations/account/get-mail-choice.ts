import * as contracts from '@/lib/contracts/mail'
import { personOf } from '../context'
import { mailServer } from '../mail/mail-server'
import { operation } from '../operation'
import { readKinds } from './update-mail-choice'

export const getMailChoice = operation(contracts.getMailChoice, async (ctx) => {
  const { mailOn, mailOff } = await ctx.db.user.findUniqueOrThrow({
    where: { id: personOf(ctx.actor)?.userId ?? '' },
    select: { mailOn: true, mailOff: true },
  })
  return { isAvailable: mailServer() !== null, isOn: mailOn, off: readKinds(mailOff) }
})
