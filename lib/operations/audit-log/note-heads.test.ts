import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { append } from '../testing/audit-chain'
import { makeProject } from '../testing/factories'
import { startLoopbackServer } from '../testing/loopback-server'
import { noteHeads, verifyAudit } from './verify'

let folder: string
const taken: string[] = []
let status = 200
const receiver = await startLoopbackServer(async (request, response) => {
  taken.push(await text(request))
  response.writeHead(status).end()
})
const url = `${receiver.origin}/heads`
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'veritas-heads-'))
})
afterAll(async () => {
  await receiver.close()
  await rm(folder, { recursive: true })
})

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

it('writes each head with its time to a file and an address, and the log verifies against any of them', async () => {
  const test = await makeProject()
  const file = path.join(folder, 'heads.jsonl')
  await append(test.key, 2)
  await noteHeads(getDb(), at(1), { file, url })
  await append(test.key, 2)
  await noteHeads(getDb(), at(2), { file, url })
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(taken).toEqual(lines)
  const noted = lines.map((line) => JSON.parse(line))
  expect(noted.map(({ at: hour }) => hour)).toEqual([at(1).toISOString(), at(2).toISOString()])
  const heads = noted.map(({ heads: all }) =>
    all.find(({ project }: { project: string }) => project === test.project.slug),
  )
  expect(heads.map(({ seq }) => seq)).toEqual([2, 4])
  for (const { seq, hash } of heads)
    expect(await verifyAudit.run(test.key, { noted: hash })).toMatchObject({ ok: true, noted: seq })
})

it('does nothing without a destination, and throws if a destination refuses', async () => {
  await noteHeads(getDb(), at(3), {})
  status = 500
  await expect(noteHeads(getDb(), at(3), { url })).rejects.toThrow('answered with 500')
})
