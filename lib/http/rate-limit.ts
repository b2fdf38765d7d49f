import { normalEmail } from '@/lib/operations/account/find-user'
import { countUse, forgetUses, type LimitName } from '@/lib/operations/rate-limit/limits'
import { addressOf } from './origin'
import { handle, type RouteHandler } from './route'

/** Requests without an address share one. */
const senderOf = (request: Request) => addressOf(request) ?? 'unknown'

/** Counts one attempt to sign in, by address and by e-mail. @throws AppError rate_limited */
export async function limitSignIn(request: Request, email: string): Promise<void> {
  await countUse('signInByAddress', senderOf(request))
  await countUse('signInByEmail', normalEmail(email))
}

/** After a success the person starts from zero again. */
export async function forgetFailedSignIns(email: string): Promise<void> {
  await forgetUses('signInByEmail', normalEmail(email))
}

/** A route that one address may call only so often. */
export function limited(limit: LimitName, answer: RouteHandler): RouteHandler {
  return (request, context) =>
    handle(async () => {
      await countUse(limit, senderOf(request))
      return answer(request, context)
    })
}
