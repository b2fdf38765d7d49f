import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { getEnv } from '@/lib/env'
import { invalidInput } from '../errors'

/** Why a call got no answer. `refused_address`: nothing was sent, since the address is not public. */
export class OutboundError extends Error {
  readonly code: 'refused_address' | 'timeout' | 'unreachable'
  /** No connection was made, so the receiver cannot have acted on the call. */
  readonly neverArrived: boolean

  constructor(code: OutboundError['code'], message: string, neverArrived = code === 'refused_address') {
    super(message)
    this.name = 'OutboundError'
    this.code = code
    this.neverArrived = neverArrived
  }
}

export type Address = { address: string; family: number }

/**
 * Resolves a host name or address. All results must be public unless `allowPrivate`, since the name's owner decides which one is used.
 * @throws OutboundError refused_address, unreachable
 */
export async function resolvePublic(hostname: string, allowPrivate: boolean): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family > 0 ? [{ address: host, family }] : await resolve(host, allowPrivate)
  if (!allowPrivate && found.some(({ address }) => isRefusedAddress(address)))
    throw new OutboundError(
      'refused_address',
      // Which address a name has inside this network is nothing for whoever types it.
      `${host} ${family > 0 ? 'is' : 'leads to what is'} not a public address: the desk calls no other unless VERITAS_ALLOW_PRIVATE_WEBHOOKS is set`,
    )
  return found
}

async function resolve(host: string, allowPrivate: boolean): Promise<Address[]> {
  // Names without a dot, or of the operator's own network, may be known to this machine only.
  const isOwn = allowPrivate || !host.includes('.')
  const found = await (isOwn ? lookup(host, { all: true }) : askNameServers(host)).catch(() => [])
  if (found.length === 0) throw new OutboundError('unreachable', `the name ${host} cannot be resolved`, true)
  return found
}

/** `lookup` keeps one of this process's two threads for it until a name server answers: a silent one would hold up everybody's calls. */
async function askNameServers(host: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/**
 * Rejects a private address when it is configured, if its name can be resolved; each delivery checks again.
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

/** Special-purpose IPv4 ranges (IANA registry), multicast, and Azure's host address, which only looks public. */
const REFUSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Non-public parts of the global unicast range: protocol assignments with Teredo, documentation, 6to4. */
const REFUSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const MAPPED = '::ffff:'
const NAT64 = '64:ff9b::'

const refused = new BlockList()
for (const [net, bits] of REFUSED_V4) {
  refused.addSubnet(net, bits, 'ipv4')
  for (const prefix of [MAPPED, NAT64]) refused.addSubnet(`${prefix}${net}`, 96 + bits, 'ipv6')
}
for (const [net, bits] of REFUSED_V6) refused.addSubnet(net, bits, 'ipv6')

// In IPv6 only known public ranges are allowed: global unicast, and the two forms of an IPv4 address.
const reachable = new BlockList()
reachable.addSubnet('2000::', 3, 'ipv6')
for (const prefix of [MAPPED, NAT64]) reachable.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')

/** Whether an IP address, without brackets, is loopback, private, link-local, cloud metadata, or otherwise not public. */
export function isRefusedAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return refused.check(bare, 'ipv4')
  return refused.check(bare, 'ipv6') || !reachable.check(bare, 'ipv6')
}
