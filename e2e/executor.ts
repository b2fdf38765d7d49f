import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TrialOrder, trialOrder } from '@/lib/contracts/trials'

export type Executor = { url: string; close: () => Promise<void> }

/** Starts an HTTP executor that answers each order with the result of `perform`; an error becomes a 500. */
export async function startExecutor(perform: (order: TrialOrder) => Record<string, unknown>): Promise<Executor> {
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    try {
      const run = perform(trialOrder.parse(JSON.parse(await text(request))))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(run))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : 'out of order')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/run`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
