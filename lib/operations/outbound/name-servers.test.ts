import { createSocket, type Socket } from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { resolvePublic } from './addresses'

const { Resolver } = dns

/** Makes every resolver ask a name server on this port. */
function resolveAt(port: number) {
  setResolver(
    class extends Resolver {
      constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
        super(options)
        this.setServers([`127.0.0.1:${port}`])
      }
    },
  )
}

function setResolver(resolver: typeof Resolver) {
  dns.Resolver = resolver
  // What was imported by name changes with it.
  syncBuiltinESMExports()
}

const TYPE_A = 1
let socket: Socket
let asked: string[]

/** Answers any name with the address in it, `a-93-184-216-34.test` for example, and others never. */
beforeAll(async () => {
  asked = []
  socket = createSocket('udp4').on('message', (message, from) => {
    const end = message.indexOf(0, 12)
    const name = message.toString('latin1', 13, end)
    const isA = message.readUInt16BE(end + 1) === TYPE_A
    asked.push(name)
    const address = /^a-(\d+)-(\d+)-(\d+)-(\d+)/.exec(name)?.slice(1).map(Number)
    if (!address) return
    const head = Buffer.from([message[0] ?? 0, message[1] ?? 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
    const record = isA ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address] : []
    socket.send(Buffer.concat([head, message.subarray(12, end + 5), Buffer.from(record)]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  resolveAt(socket.address().port)
})
afterAll(() => {
  setResolver(Resolver)
  socket.close()
})

it('a name server that never answers does not hold up the look-ups of other names', async () => {
  const ended = vi.fn()
  for (let n = 0; n < 20; n++) resolvePublic(`silent-${n}.test`, false).catch(ended)
  await vi.waitFor(() => expect(asked.filter((name) => name.startsWith('silent')).length).toBeGreaterThanOrEqual(20))
  expect(await resolvePublic('a-93-184-216-34.test', false)).toEqual([{ address: '93.184.216.34', family: 4 }])
  await expect(resolvePublic('a-127-0-0-1.test', false)).rejects.toMatchObject({ code: 'refused_address' })
  expect(ended).not.toHaveBeenCalled()
})
