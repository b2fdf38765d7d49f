import * as contracts from '@/lib/contracts/mail'
import type { NotificationKind } from '@/lib/contracts/notifications'
import { notificationKinds } from '@/lib/contracts/vocabulary'
import { personOf } from '../context'
import { mailServer } from '../mail/mail-server'
import { operation } from '../operation'

/** What waits to be sent and is not wanted any more is dropped when its turn comes. */
export const updateMailChoice = operation(contracts.updateMailChoice, async (ctx, { isOn, off }) => {
  const { mailOn, mailOff } = await ctx.db.user.update({
    where: { id: personOf(ctx.actor)?.userId ?? '' },
    data: { ...(isOn !== undefined && { mailOn: isOn }), ...(off !== undefined && { mailOff: off }) },
    select: { mailOn: true, mailOff: true },
  })
  return { isAvailable: mailServer() !== null, isOn: mailOn, off: readKinds(mailOff) }
})

/** The kinds among stored ones that still exist. */
export function readKinds(stored: readonly string[]): NotificationKind[] {
  return notificationKinds.filter((kind) => stored.includes(kind))
}
