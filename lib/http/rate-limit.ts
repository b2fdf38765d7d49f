import { normalEmail } from '@/lib/operations/account/find-user'
import { countUse, forgetUses, type LimitName } from '@/lib/operations/rate-limit/limits'
import { handle, type RouteHandler } from './route'

/**
 * The address a request came from. The last entry is the one written by the nearest proxy, or by this server itself;
 * those before it are the sender's own claim.
 */
export function addressOf(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown'
}

/** Counts one attempt to sign in, by address and by e-mail. @throws AppError rate_limited */
export async function limitSignIn(request: Request, email: string): Promise<void> {
  await countUse('signInByAddress', addressOf(request))
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
      await countUse(limit, addressOf(request))
      return answer(request, context)
    })
}
