import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { auditEvent } from '@/lib/contracts/audit'
import { getDb } from '@/lib/db/client'
import { canonicalJson } from '@/lib/engine/audit/canonical-json'
import { CHAIN_START, checkChain } from '@/lib/engine/audit/check-chain'
import { getDatabaseUrl } from '@/lib/env'
import { audit, auditAll } from '../audit'
import { inTransaction, type ProjectContext } from '../context'
import { createKey } from '../keys/create-key'
import { makeProject, type TestProject } from '../testing/factories'
import { makeRegressedChain } from '../testing/regressed-chain'
import { exportAudit } from './export-audit'
import { listAuditEvents } from './list-audit-events'
import { verifyAudit } from './verify-audit'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Appends events one after the other, each in a transaction of its own. */
async function append(ctx: ProjectContext, count: number): Promise<void> {
  for (let index = 1; index <= count; index++)
    await inTransaction(ctx, (tx) => audit(tx, ctx, 'test.done', `thing:${index}`, null, { index }))
}

/** What somebody does who owns the database: the triggers that refuse it are off. */
async function tamper(statement: string, ...values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: getDatabaseUrl() })
  await client.connect()
  try {
    await client.query("SET session_replication_role = 'replica'")
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}

async function exported({ key }: TestProject) {
  const events = []
  for await (const line of await exportAudit.open(key, {})) events.push(auditEvent.parse(JSON.parse(line)))
  return events
}

describe('appending', () => {
  it('gives each event the next number and the hash of the one before it', async () => {
    const test = await makeProject()
    await append(test.key, 3)
    await inTransaction(test.key, async (tx) => {
      const entries = [4, 5].map((index) => ({ subject: `thing:${index}`, before: null, after: { index } }))
      await auditAll(tx, test.key, 'test.both', entries)
      await audit(tx, test.key, 'test.last', 'thing:6', { was: 'this' }, null)
    })
    const events = await exported(test)
    expect(events.map(({ seq, subject }) => `${seq} ${subject}`)).toEqual(
      [1, 2, 3, 4, 5, 6].map((seq) => `${seq} thing:${seq}`),
    )
    expect(checkChain(CHAIN_START, events, sha256).fault).toBeNull()
  })

  it('is without gaps and linked when many come at once, also with events of their own together', async () => {
    const test = await makeProject()
    const one = (index: number) =>
      inTransaction(test.key, async (tx) => {
        await audit(tx, test.key, 'test.first', `thing:${index}`, null, null)
        await audit(tx, test.key, 'test.second', `thing:${index}`, null, null)
      })
    await Promise.all(Array.from({ length: 50 }, (_, index) => one(index)))
    const events = await exported(test)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 100 })
    for (let index = 0; index < 100; index += 2) expect(events[index]?.subject).toBe(events[index + 1]?.subject)
  })

  it('holds nobody up before the end: a long transaction that has written an event lets others append', async () => {
    const test = await makeProject()
    await inTransaction(test.key, async (tx) => {
      await audit(tx, test.key, 'test.long', 'thing:long', null, null)
      await append(test.key, 2)
    })
    expect((await exported(test)).map(({ subject }) => subject)).toEqual(['thing:1', 'thing:2', 'thing:long'])
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true })
  })

  it('leaves no gap when a transaction is undone', async () => {
    const test = await makeProject()
    await append(test.key, 1)
    const undone = inTransaction(test.key, async (tx) => {
      await audit(tx, test.key, 'test.undone', 'thing:0', null, null)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await append(test.key, 1)
    expect((await exported(test)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  it('keeps each project a chain of its own', async () => {
    const [one, other] = [await makeProject(), await makeProject()]
    await append(one.key, 2)
    await append(other.key, 1)
    expect((await exported(other)).map(({ seq, prevHash }) => [seq, prevHash])).toEqual([[1, CHAIN_START.hash]])
    expect(await verifyAudit.run(one.key, {})).toMatchObject({ ok: true, events: 2 })
  })

  it('says who, from where and by what', async () => {
    const test = await makeProject()
    const admin = { ...(await test.as('admin')), origin: { address: '192.0.2.7', via: 'browser' as const } }
    await createKey.run(admin, { name: 'agent' })
    const { events } = await listAuditEvents.run(test.key, {})
    const userId = admin.actor.kind === 'user' ? admin.actor.userId : null
    expect(events).toMatchObject([
      { actorKind: 'user', actorId: userId, via: 'browser', address: '192.0.2.7', action: 'key.create', name: 'agent' },
    ])
  })
})

describe('the database', () => {
  it('computes the hash that TypeScript computes, whatever JSON is kept', async () => {
    const value = fc.jsonValue({ depthSize: 'medium' }).map((found) => JSON.parse(JSON.stringify(found)))
    const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger())
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(value, numbers, fc.dictionary(fc.string({ unit: 'binary' }), numbers)),
        async (kept) => {
          const text = canonicalJson(kept)
          fc.pre(!/\\u0000|\\ud[89a-f]/.test(text))
          const [row] = await getDb().$queryRaw<{ text: string }[]>`
          SELECT audit_canonical_json(${text}::jsonb) AS text`
          expect(row?.text).toBe(text)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('refuses every change of an event, of the head and of a decision', async () => {
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

describe('verifying', () => {
  it('answers with the number of events and the head, also before there are any', async () => {
    const test = await makeProject()
    const none = { ok: true, events: 0, head: null, noted: null, fault: null }
    expect(await verifyAudit.run(test.key, {})).toEqual(none)
    await append(test.key, 2)
    const last = (await exported(test)).at(-1)
    const head = { seq: 2, hash: last?.hash }
    expect(await verifyAudit.run(test.key, {})).toEqual({ ...none, events: 2, head })
  })

  it('goes on over page after page', async () => {
    const test = await makeProject()
    const entries = Array.from({ length: 2300 }, (_, index) => ({
      subject: `thing:${index}`,
      before: null,
      after: null,
    }))
    await inTransaction(test.key, (tx) => auditAll(tx, test.key, 'test.many', entries))
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 2300 })
    await tamper('UPDATE audit_event SET actor = $2 WHERE project_id = $1 AND seq = 2001', test.project.id, 'nobody')
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: false, events: 2000, fault: { seq: 2001 } })
  })

  it.each([
    ['at', "at = at + interval '1 ms'"],
    ['actor', "actor = 'Mallory'"],
    ['actor_kind', "actor_kind = 'system'"],
    ['actor_id', "actor_id = 'x'"],
    ['via', "via = 'job'"],
    ['address', "address = '203.0.113.9'"],
    ['action', "action = 'test.other'"],
    ['subject', "subject = 'thing:9'"],
    ['before', `before = '{"was": 1}'`],
    ['after', `after = '{"index": 3.5}'`],
    ['evidence_digest', "evidence_digest = 'x'"],
    ['id', 'id = gen_random_uuid()'],
    ['prev_hash', "prev_hash = repeat('1', 64)"],
    ['hash', "hash = repeat('1', 64)"],
    ['hash, taken away', 'hash = NULL'],
  ])('names the event whose %s was altered in the database', async (_, change) => {
    const test = await makeProject()
    await append(test.key, 5)
    await tamper(`UPDATE audit_event SET ${change} WHERE project_id = $1 AND seq = 3`, test.project.id)
    const found = await verifyAudit.run(test.key, {})
    expect(found).toMatchObject({ ok: false, events: 2, fault: { seq: 3, kind: 'altered' } })
  })

  it.each([
    ['one was removed', 'DELETE FROM audit_event WHERE project_id = $1 AND seq = 3', { seq: 3, kind: 'missing' }],
    ['the last was removed', 'DELETE FROM audit_event WHERE project_id = $1 AND seq = 5', { seq: 5, kind: 'missing' }],
    ['all were removed', 'DELETE FROM audit_event WHERE project_id = $1', { seq: 1, kind: 'missing' }],
    [
      'one stands in the place of another',
      `UPDATE audit_event a SET seq = moved.target FROM (VALUES (2, 6), (3, 2)) moved(source, target) WHERE project_id = $1 AND seq = moved.source`,
      { seq: 2, kind: 'altered' },
    ],
    [
      'one was taken out of the chain',
      'UPDATE audit_event SET seq = NULL WHERE project_id = $1 AND seq = 5',
      { seq: 5, kind: 'missing' },
    ],
    [
      'the head was set back',
      'UPDATE audit_head h SET seq = 4, hash = e.hash FROM audit_event e WHERE h.project_id = $1 AND e.project_id = $1 AND e.seq = 4',
      { seq: 5, kind: 'wrong_link' },
    ],
    ['the head is gone', 'DELETE FROM audit_head WHERE project_id = $1', { seq: 5, kind: 'wrong_link' }],
    [
      'one was slipped in beside the chain',
      `INSERT INTO audit_event (project_id, id, actor, action, subject) VALUES ($1, gen_random_uuid(), 'x', 'x', 'x:1')`,
      { seq: 6, kind: 'wrong_link' },
    ],
  ])('tells that %s', async (_, statement, fault) => {
    const test = await makeProject()
    await append(test.key, 5)
    await tamper(statement, test.project.id)
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: false, fault })
  })

  it('tells a log that was written anew, hashes and all, from the one whose head was noted', async () => {
    const test = await makeProject()
    await append(test.key, 3)
    const { head } = await verifyAudit.run(test.key, {})
    const noted = head?.hash
    await append(test.key, 1)
    expect(await verifyAudit.run(test.key, { noted })).toMatchObject({ ok: true, events: 4, noted: 3 })
    await tamper('DELETE FROM audit_event WHERE project_id = $1', test.project.id)
    await tamper('DELETE FROM audit_head WHERE project_id = $1', test.project.id)
    await append(test.key, 4)
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 4 })
    expect(await verifyAudit.run(test.key, { noted })).toMatchObject({ ok: false, fault: { kind: 'rewritten' } })
  })
})

describe('the list', () => {
  it('is newest first, in pages that others do not move', async () => {
    const test = await makeProject()
    await append(test.key, 5)
    const first = await listAuditEvents.run(test.key, { limit: 2 })
    await append(test.key, 1)
    const second = await listAuditEvents.run(test.key, { limit: 2, before: first.next ?? 0 })
    const last = await listAuditEvents.run(test.key, { limit: 2, before: second.next ?? 0 })
    const pages = [first, second, last].map((page) => page.events.map(({ seq }) => seq))
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
    expect(last.next).toBeNull()
  })

  it('is filtered by who, what, about what, and when', async () => {
    const { key, at, as } = await makeProject()
    const admin = await as('admin', 'Ada')
    await createKey.run(admin, { name: 'agent' })
    const early = at(new Date('2026-01-01T00:00:00Z'))
    await inTransaction(early, (tx) => audit(tx, early, 'test.early', 'thing:1', null, null))
    await append(key, 1)
    const seqs = async (filters: Parameters<typeof listAuditEvents.run>[1]) =>
      (await listAuditEvents.run(key, filters)).events.map(({ seq }) => seq)
    expect(await seqs({ actor: ['Ada'] })).toEqual([1])
    expect(await seqs({ action: ['test.early', 'test.done'] })).toEqual([3, 2])
    expect(await seqs({ subject: 'thing:1' })).toEqual([3, 2])
    expect(await seqs({ subject: 'key' })).toEqual([1])
    expect(await seqs({ to: '2026-01-01T00:00:00.001Z' })).toEqual([2])
    expect(await seqs({ from: '2026-01-01T00:00:00.001Z', actor: ['key test key'] })).toEqual([3])
    const { actors, actions } = await listAuditEvents.run(key, { actor: ['nobody'] })
    expect(actors).toEqual(['Ada', 'key test key'])
    expect(actions).toEqual(['key.create', 'test.done', 'test.early'])
  })

  it('names subjects as they are called now and leads to them; what is gone has no name', async () => {
    const { key, gateId } = await makeRegressedChain()
    await inTransaction(key, (tx) => audit(tx, key, 'test.odd', 'gate:no-id', null, null))
    await inTransaction(key, (tx) => audit(tx, key, 'test.odd', `run:${gateId}`, null, null))
    const { events } = await listAuditEvents.run(key, {})
    const opened = events.find(({ action }) => action === 'gate.opened')
    expect(opened).toMatchObject({ name: expect.stringContaining('is worse than'), path: `/gates/${gateId}` })
    expect(opened).toMatchObject({ actor: 'Regression check', actorKind: 'system', via: 'job' })
    expect(events.slice(0, 2)).toMatchObject([
      { name: null, path: null },
      { name: null, path: null },
    ])
  })
})
