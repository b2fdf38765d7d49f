import { createHash } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { inTransaction } from '@/lib/db/transaction'
import { hashEvent } from '@/lib/engine/audit/check-chain'
import { auditAll } from '../audit'
import { append, exportedEvents, tamper } from '../testing/audit-chain'
import { makeProject } from '../testing/factories'
import { verifyAudit } from './verify'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('verifying', () => {
  it('returns the number of events and the head, also for an empty log', async () => {
    const test = await makeProject()
    const none = { ok: true, events: 0, head: null, noted: null, fault: null }
    expect(await verifyAudit.run(test.key, {})).toEqual(none)
    await append(test.key, 2)
    const last = (await exportedEvents(test)).at(-1)
    const head = { seq: 2, hash: last?.hash }
    expect(await verifyAudit.run(test.key, {})).toEqual({ ...none, events: 2, head })
  })

  it('continues over several pages', async () => {
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
    ['at', "at = '2026-01-01T00:00:00.001Z'"],
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
    ['id', "id = '01900000-0000-7000-8000-000000000009'"],
    ['prev_hash', "prev_hash = repeat('1', 64)"],
    ['hash', "hash = repeat('1', 64)"],
    ['hash, removed', 'hash = NULL'],
  ])('reports the event whose %s was altered in the database', async (_, change) => {
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
      'one was moved to the place of another',
      `UPDATE audit_event a SET seq = moved.target FROM (VALUES (2, 6), (3, 2)) moved(source, target) WHERE project_id = $1 AND seq = moved.source`,
      { seq: 2, kind: 'altered' },
    ],
    [
      'one was taken out of the chain',
      'UPDATE audit_event SET seq = NULL WHERE project_id = $1 AND seq = 5',
      { seq: 5, kind: 'missing' },
    ],
    [
      'the head was reset to an earlier event',
      'UPDATE audit_head h SET seq = 4, hash = e.hash FROM audit_event e WHERE h.project_id = $1 AND e.project_id = $1 AND e.seq = 4',
      { seq: 5, kind: 'wrong_link' },
    ],
    ['the head is gone', 'DELETE FROM audit_head WHERE project_id = $1', { seq: 5, kind: 'wrong_link' }],
    [
      'two were swapped',
      `UPDATE audit_event a SET at = b.at, subject = b.subject, after = b.after, prev_hash = b.prev_hash, hash = b.hash
        FROM audit_event b WHERE a.project_id = $1 AND b.project_id = $1 AND a.seq IN (2, 3) AND b.seq = 5 - a.seq`,
      { seq: 2, kind: 'altered' },
    ],
    [
      'one was duplicated',
      `WITH copied AS (UPDATE audit_head SET seq = 6 WHERE project_id = $1)
        INSERT INTO audit_event (project_id, id, seq, actor_kind, actor_id, actor, via, address, action, subject, before, after, at, prev_hash, hash)
        SELECT project_id, gen_random_uuid(), 6, actor_kind, actor_id, actor, via, address, action, subject, before, after, at, prev_hash, hash
        FROM audit_event WHERE project_id = $1 AND seq = 5`,
      { seq: 6, kind: 'altered' },
    ],
    [
      'one was moved to another project',
      'UPDATE audit_event SET project_id = gen_random_uuid() WHERE project_id = $1 AND seq = 3',
      { seq: 3, kind: 'missing' },
    ],
    [
      'one was inserted outside of the chain',
      `INSERT INTO audit_event (project_id, id, actor, action, subject) VALUES ($1, gen_random_uuid(), 'x', 'x', 'x:1')`,
      { seq: 6, kind: 'wrong_link' },
    ],
  ])('reports that %s', async (name, statement, fault) => {
    // Citus does not allow a row to move to another project.
    if (inject('isDistributed') && name.includes('another project')) return
    const test = await makeProject()
    await append(test.key, 5)
    await tamper(statement, test.project.id)
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: false, fault })
  })

  it('reports an event that was altered together with its hash', async () => {
    const test = await makeProject()
    await append(test.key, 5)
    const third = (await exportedEvents(test))[2]
    if (!third) throw new Error('there is no third event')
    const forged = { ...third, actor: 'Mallory' }
    const hash = hashEvent(forged, sha256)
    const forge = `UPDATE audit_event SET actor = 'Mallory', hash = $2 WHERE project_id = $1 AND seq = 3`
    await tamper(forge, test.project.id, hash)
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: false, fault: { seq: 4, kind: 'wrong_link' } })
  })

  it('ignores how the JSON of an event is formatted', async () => {
    const test = await makeProject()
    await append(test.key, 3)
    await tamper(`UPDATE audit_event SET after = '{ "index" :  2 }' WHERE project_id = $1 AND seq = 2`, test.project.id)
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 3 })
  })

  it('detects a log truncated together with its head only by a noted head', async () => {
    const test = await makeProject()
    await append(test.key, 5)
    const { head } = await verifyAudit.run(test.key, {})
    await tamper('DELETE FROM audit_event WHERE project_id = $1 AND seq = 5', test.project.id)
    await tamper(
      'UPDATE audit_head h SET seq = 4, hash = e.hash FROM audit_event e WHERE h.project_id = $1 AND e.project_id = $1 AND e.seq = 4',
      test.project.id,
    )
    expect(await verifyAudit.run(test.key, {})).toMatchObject({ ok: true, events: 4 })
    const found = await verifyAudit.run(test.key, { noted: head?.hash })
    expect(found).toMatchObject({ ok: false, fault: { kind: 'rewritten' } })
    expect(found.fault?.message).toContain('cut off')
  })

  it('detects a log rewritten with valid hashes by a noted head', async () => {
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
