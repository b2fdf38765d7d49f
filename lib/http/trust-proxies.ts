import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

const HEADER = 'x-forwarded-for'

/**
 * The address that sent a request, where `proxies` proxies of our own stand in front. Each of them appends whom it heard from, and
 * the connection says who the last one is; what stands before their entries is the sender's own claim.
 */
export function clientAddress(forwarded: string | undefined, peer: string | undefined, proxies: number): string | null {
  const claimed = (forwarded ?? '').split(',').map((entry) => entry.trim())
  const chain = [...claimed.filter((entry) => entry !== ''), ...(peer ? [plainAddress(peer)] : [])]
  return chain[Math.max(0, chain.length - 1 - proxies)] ?? null
}

/** An IPv4 address that came over an IPv6 socket, as people write it. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

// One for the process, also where a bundle loads this module a second time.
const kept = globalThis as typeof globalThis & { veritasTrustsProxies?: true }

/** From now on the header of every request that reaches this process holds the one address that is trusted, before anything reads it. */
export function trustProxies(proxies: number): void {
  if (kept.veritasTrustsProxies) return
  kept.veritasTrustsProxies = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    const address = clientAddress(textOf(request.headers[HEADER]), request.socket.remoteAddress, proxies)
    if (address === null) delete request.headers[HEADER]
    else request.headers[HEADER] = address
  })
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
