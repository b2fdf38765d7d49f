import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error'
import { isRefusedAddress } from './refused-addresses'

export type Address = { address: string; family: number }

/**
 * The addresses behind a host name, or the address itself. All of them must be public unless `allowPrivate`, since who answers
 * for the name decides which is used.
 * @throws OutboundError refused_address, unreachable
 */
export async function resolvePublic(hostname: string, allowPrivate: boolean): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family > 0 ? [{ address: host, family }] : await resolve(host)
  const refused = found.find(({ address }) => isRefusedAddress(address))
  if (refused && !allowPrivate)
    throw new OutboundError(
      'refused_address',
      `${host}${refused.address === host ? '' : ` is ${refused.address}, which`} is not a public address, and such are not allowed here`,
    )
  return found
}

async function resolve(host: string): Promise<Address[]> {
  try {
    return await lookup(host, { all: true })
  } catch {
    throw new OutboundError('unreachable', `the name ${host} cannot be resolved`)
  }
}
