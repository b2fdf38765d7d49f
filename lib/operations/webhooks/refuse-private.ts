import { getEnv } from '@/lib/env'
import { invalidInput } from '../errors'
import { OutboundError } from './outbound-error'
import { resolvePublic } from './resolve-public'

/**
 * Refuses an address inside this network at once, where its name can be resolved; each delivery looks again.
 * @throws AppError invalid_input naming `path`
 */
export async function refusePrivate(url: string, path = 'url'): Promise<void> {
  try {
    await resolvePublic(new URL(url).hostname, getEnv().VERITAS_ALLOW_PRIVATE_WEBHOOKS)
  } catch (error) {
    if (error instanceof OutboundError && error.code === 'refused_address')
      throw invalidInput([{ path, message: error.message }])
    if (!(error instanceof OutboundError)) throw error
  }
}
