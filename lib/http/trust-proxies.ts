import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { processWide } from '@/lib/process-wide'

const HEADER = 'x-forwarded-for'

/**
 * The client address behind `proxies` trusted proxies. Each of them appends the address it received the request from, and the connection
 * gives the last one; entries before theirs are claims of the client.
 */
export function clientAddress(forwarded: string | undefined, peer: string | undefined, proxies: number): string | null {
  const claimed = (forwarded ?? '').split(',').map((entry) => entry.trim())
  const chain = [...claimed.filter((entry) => entry !== ''), ...(peer ? [plainAddress(peer)] : [])]
  return chain[Math.max(0, chain.length - 1 - proxies)] ?? null
}

/** Unwraps an IPv4-mapped IPv6 address. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Replaces the header of every request to this process by the one trusted address, before any other code reads it. */
export function trustProxies(proxies: number): void {
  processWide('veritasTrustsProxies', () => {
    subscribe('http.server.request.start', (message) => {
      const { request } = message as { request: IncomingMessage }
      const address = clientAddress(textOf(request.headers[HEADER]), request.socket.remoteAddress, proxies)
      if (address === null) delete request.headers[HEADER]
      else request.headers[HEADER] = address
    })
    return true
  })
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
