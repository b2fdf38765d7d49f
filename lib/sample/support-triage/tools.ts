import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CUSTOMERS, type Ticket } from './tickets'

const REFUND_MAX = 100

export function findCustomer({ customer }: { customer: string }): { name: string } {
  const name = CUSTOMERS.get(customer)
  if (!name) throw new RangeError(`There is no customer ${customer}.`)
  return { name }
}

export function bookRefund({ amount }: { amount: number }): { booked: number } {
  if (amount > REFUND_MAX)
    throw new Error(`A refund of ${amount} requires approval: the agent may book up to ${REFUND_MAX}.`)
  return { booked: amount }
}

/** Reads a ticket's attachment from its own folder. It is missing if that is the ticket's trouble. */
export async function readAttachment(
  ticket: Ticket,
  { file }: { file: string },
): Promise<{ characters: number; end: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ticket-'))
  try {
    const place = path.join(folder, file)
    if (ticket.trouble !== 'missing_attachment') await writeFile(place, `${ticket.body}\nError: row 37 has no key`)
    const text = await readFile(place, 'utf8')
    return { characters: text.length, end: text.slice(-40) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Adds a reply to the support queue; the connection is refused if the queue is down. */
export async function handOver(
  ticket: Ticket,
  { queue }: { queue: string },
): Promise<{ queue: string; position: number }> {
  if (ticket.trouble === 'queue_down') await connectTo(await findClosedPort())
  return { queue, position: 1 + (ticket.id.charCodeAt(ticket.id.length - 1) % 7) }
}

async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 1
}

function connectTo(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}
