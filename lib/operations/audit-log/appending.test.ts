import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { atEnd, inTransaction } from '@/lib/db/transaction'
import { CHAIN_START, checkChain } from '@/lib/engine/audit/check-chain'
import { audit, auditAll } from '../audit'
import { createKey } from '../keys/keys'
import { append, exportedEvents } from '../testing/audit-chain'
import { makeProject, type TestProject } from '../testing/factories'
import { makeRegressedChain } from '../testing/regressed-chain'
import { listAuditEvents } from './read'
import { verifyAudit } from './verify'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('appending', () => {
  it('gives each event the next number and the hash of the one before it', async () => {
    const test = await makeProject()
    await append(test.key, 3)
    await inTransaction(test.key, async (tx) => {
      const entries = [4, 5].map((index) => ({ subject: `thing:${index}`, before: null, after: { index } }))
      await auditAll(tx, test.key, 'test.both', entries)
      await audit(tx, test.key, 'test.last', { subject: 'thing:6', before: { was: 'this' } })
    })
    const events = await exportedEvents(test)
    expect(events.map(({ seq, subject }) => `${seq} ${subject}`)).toEqual(
      [1, 2, 3, 4, 5, 6].map((seq) => `${seq} thing:${seq}`),
    )
    expect(checkChain(CHAIN_START, events, sha256).fault).toBeNull()
  })

  it('numbers and links concurrent events without gaps, and keeps those of a transaction together', async () => {
    const test = await makeProject()
    const one = (index: number) =>
      inTransaction(test.key, async (tx) => {
        await audit(tx, test.key, 'test.first', { subject: `thing:${index}` })
        await audit(tx, test.key, 'test.second', { subject: `thing:${index}` })
      })
    await Promise.all(Array.from({ length: 50 }, (_, index) => one(index)))
    const events = await exportedEvents(test)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 100 })
    for (let index = 0; index < 100; index += 2) expect(events[index]?.subject).toBe(events[index + 1]?.subject)
  })

  it('does not block others before the commit: a long transaction with an event lets others append', async () => {
    const test = await makeProject()
    await inTransaction(test.key, async (tx) => {
      await audit(tx, test.key, 'test.long', { subject: 'thing:long' })
      await append(test.key, 2)
    })
    expect((await exportedEvents(test)).map(({ subject }) => subject)).toEqual(['thing:1', 'thing:2', 'thing:long'])
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true })
  })

  it('leaves no gap when a transaction is rolled back', async () => {
    const test = await makeProject()
    await append(test.key, 1)
    const undone = inTransaction(test.key, async (tx) => {
      await audit(tx, test.key, 'test.undone', { subject: 'thing:0' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await append(test.key, 1)
    expect((await exportedEvents(test)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  it('keeps a separate chain per project', async () => {
    const [one, other] = [await makeProject(), await makeProject()]
    await append(one.key, 2)
    await append(other.key, 1)
    expect((await exportedEvents(other)).map(({ seq, prevHash }) => [seq, prevHash])).toEqual([[1, CHAIN_START.hash]])
    expect(await verifyAudit.run(one.key, {})).toMatchObject({ ok: true, events: 2 })
  })

  it('records who did it, from which address, and via which interface', async () => {
    const test = await makeProject()
    const admin = { ...(await test.as('admin')), origin: { address: '192.0.2.7', via: 'browser' as const } }
    await createKey.run(admin, { name: 'agent' })
    const { events } = await listAuditEvents.run(test.key, {})
    const userId = admin.actor.kind === 'user' ? admin.actor.userId : null
    expect(events).toMatchObject([
      { actorKind: 'user', actorId: userId, via: 'browser', address: '192.0.2.7', action: 'key.create', name: 'agent' },
    ])
  })

  it('does not deadlock when two transactions use the same projects in opposite order', async () => {
    const [one, other] = [await makeProject(), await makeProject()]
    const both = (first: TestProject, second: TestProject) =>
      inTransaction(first.key, async (tx) => {
        await audit(tx, first.key, 'test.first', { subject: 'thing:1' })
        await audit(tx, second.key, 'test.second', { subject: 'thing:2' })
      })
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? both(one, other) : both(other, one))))
    for (const { key } of [one, other])
      expect(await verifyAudit.run(key, {})).toMatchObject({ ok: true, events: 20, head: { seq: 20 } })
  })

  it('is rolled back when the transaction fails at commit', async () => {
    const test = await makeProject()
    await append(test.key, 1)
    const lost = inTransaction(test.key, async (tx) => {
      await audit(tx, test.key, 'test.lost', { subject: 'thing:0' })
      atEnd(tx, async (ending) => void (await ending.$queryRaw`SELECT 1 / 0`), [null])
    })
    await expect(lost).rejects.toThrow('division by zero')
    await append(test.key, 1)
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 2 })
  })

  it('throws outside of a transaction that would link the event', async () => {
    const test = await makeProject()
    const outside = getDb().$transaction((tx) => audit(tx, test.key, 'test.forgotten', { subject: 'thing:1' }))
    await expect(outside).rejects.toThrow('inTransaction')
    const late = inTransaction(test.key, async (tx) =>
      atEnd(tx, (ending) => audit(ending, test.key, 'test.late', { subject: 'thing:1' }), [null]),
    )
    await expect(late).rejects.toThrow('inTransaction')
    expect(await exportedEvents(test)).toEqual([])
  })

  it('hashes events as they are stored, whatever JSON they contain', async () => {
    const test = await makeProject()
    const value = fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' })
    const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger())
    const kept = fc.oneof(
      value,
      numbers,
      fc.string({ unit: 'binary' }),
      fc.dictionary(fc.string({ unit: 'binary' }), numbers),
    )
    const entries = fc.sample(fc.tuple(kept, kept), 500).map(([before, after], index) => ({
      subject: `thing:${index}`,
      before: before as Prisma.InputJsonValue,
      after: after as Prisma.InputJsonValue,
    }))
    const hostile = { subject: 'lone \ud800 and \0', before: ['\udfff', '\0'], after: { '\ud800': -0, big: 1e300 } }
    await inTransaction(test.key, (tx) => auditAll(tx, test.key, 'test.any', [...entries, hostile]))
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 501, fault: null })
  })
})

describe('the database', () => {
  it("rejects an event without a number or with another's number", async () => {
    const test = await makeProject()
    await append(test.key, 2)
    const db = getDb()
    const id = test.project.id
    const insert = (columns: string, values: string) =>
      db.$executeRawUnsafe(`INSERT INTO audit_event (project_id, id, actor, action, subject${columns})
        VALUES ('${id}', gen_random_uuid(), 'x', 'x', 'x:1'${values})`)
    await expect(insert('', '')).rejects.toThrow('audit_event_linked')
    await expect(insert(', seq', ', 3')).rejects.toThrow('audit_event_linked')
    await expect(insert(', seq, prev_hash, hash', `, 2, 'x', 'x'`)).rejects.toThrow('audit_event_project_id_seq_key')
  })

  // Citus runs no triggers: there only the application keeps facts unchanged, and the chain reveals violations.
  it.skipIf(inject('isDistributed'))('only moves the head of a log forward, to an existing event', async () => {
    const test = await makeProject()
    await append(test.key, 2)
    const db = getDb()
    const id = test.project.id
    for (const [seq, hash] of [
      [1, (await exportedEvents(test))[0]?.hash],
      [2, 'x'],
      [3, 'x'],
    ])
      await expect(
        db.$executeRaw`UPDATE audit_head SET seq = ${seq}, hash = ${hash} WHERE project_id = ${id}::uuid`,
      ).rejects.toThrow('only ever added')
  })

  it.skipIf(inject('isDistributed'))('rejects every change of an event, of the head and of a decision', async () => {
    const { project, key, gateId } = await makeRegressedChain()
    await key.db.decision.create({
      data: { projectId: project.id, id: gateId, kind: 'gate_timed_out', gateId, verdict: 'x', before: {}, after: {} },
    })
    const db = getDb()
    for (const table of ['audit_event', 'audit_head', 'decision']) {
      expect(Number((await db.$queryRawUnsafe<{ n: bigint }[]>(`SELECT count(*) AS n FROM ${table}`))[0]?.n)).not.toBe(
        0,
      )
      for (const statement of [
        `UPDATE ${table} SET project_id = project_id`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ])
        await expect(db.$executeRawUnsafe(statement), statement).rejects.toThrow('only ever added')
    }
  })
})
