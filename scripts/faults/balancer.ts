import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { askReady } from '../provision/start-lock'

const ASKS_EVERY_MS = 200
// A stopping instance is removed immediately; a slow one only after so many missed checks.
const MISSES = 3

export type Balancer = {
  /** Whether requests currently go to this instance. */
  isReady: (instance: number) => boolean
  close: () => Promise<void>
}

/** A minimal round-robin balancer over the ready instances. It never repeats a request. */
export async function openBalancer(port: number, instances: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  let isOver = false
  let turn = 0
  const watching = instances.map(async (instance) => {
    let misses = 0
    while (!isOver) {
      const answer = await askReady(`http://127.0.0.1:${instance}/readyz`)
      misses = answer === 'ready' ? 0 : misses + 1
      if (answer === 'ready') ready.add(instance)
      else if (answer?.includes('stopping') || misses >= MISSES) ready.delete(instance)
      await sleep(ASKS_EVERY_MS)
    }
  })
  const server = createServer((incoming, outgoing) => {
    const open = instances.filter((instance) => ready.has(instance))
    const instance = open[turn++ % open.length]
    if (instance === undefined) outgoing.writeHead(502).end('no instance is ready')
    else pass(agent, instance, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    isReady: (instance) => ready.has(instance),
    async close() {
      isOver = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
      await Promise.all(watching)
    },
  }
}

function pass(agent: Agent, port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming
  const sent = request({ host: '127.0.0.1', port, path: url, method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    // An answer that breaks off is broken off here, too.
    pipeline(answer, outgoing, () => undefined)
  })
  sent.once('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(`instance ${port}: ${error.message}`)
  })
  incoming.pipe(sent)
}
