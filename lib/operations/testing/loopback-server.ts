import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

type LoopbackServer = { origin: string; close: () => Promise<void> }

/** Starts a server on a free port of this machine; closing it also ends the requests it never answered. */
export async function startLoopbackServer(listener: RequestListener): Promise<LoopbackServer> {
  // A process that is busy for seconds must not close a connection that a client is about to use again.
  const server = createServer({ keepAliveTimeout: 0 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
