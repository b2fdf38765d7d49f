import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '@/lib/db/transaction'
import { lockIngestShared } from '../runs/lock'
import { add, claim, type Letter, later, see } from '../testing/dead-letters'
import { makeProject } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { postDeadLetter } from './add'

describe('a posted dead letter', () => {
  it('is stored with the specified fields and redacted secrets, and is due after a minute', async () => {
    const test = await makeProject()
    const id = await add(test, {
      sessionId: 's-1',
      args: { command: 'curl -H "Authorization: Bearer abc123def456"', apiKey: 'k' },
      error: 'refused: password=hunter2',
    })
    expect(await see(test, id)).toMatchObject({
      id,
      sessionId: 's-1',
      operation: 'tool:bash',
      args: { command: 'curl -H "Authorization: [redacted]"', apiKey: '[redacted]' },
      error: 'refused: password=[redacted]',
      category: 'TRANSIENT',
      status: 'pending',
      retryCount: 0,
      attempts: 0,
      maxAttempts: 3,
      createdAt: later(0).toISOString(),
      nextRetry: later(60).toISOString(),
      events: ['added'],
    })
    const stored = await test.key.db.$queryRaw<{ row: string }[]>`
      SELECT d::text || coalesce(e::text, '') AS row FROM dead_letter d LEFT JOIN dead_letter_event e
        ON e.project_id = d.project_id AND e.dead_letter_id = d.id
      WHERE d.project_id = ${test.project.id}::uuid AND d.id = ${id}::uuid`
    expect(JSON.stringify(stored)).not.toMatch(/abc123def456|hunter2/)
  })

  it.each(['PERMANENT', 'VALIDATION', 'INTERNAL', 'CANCELLED'] as const)('%s waits for a person', async (category) => {
    const test = await makeProject()
    const id = await add(test, { category })
    expect(await see(test, id)).toMatchObject({ nextRetry: null, waitsFor: 'person' })
    expect(await claim(test, 1e6)).toEqual([])
  })

  it.each([
    ['429 Too Many Requests', 'RATE_LIMITED', 'backoff'],
    ['connect ETIMEDOUT 10.0.0.2:443', 'TRANSIENT', 'backoff'],
    ["EACCES: permission denied, open '/etc/hosts'", 'PERMANENT', 'person'],
    ['the cat sat on the keyboard', 'INTERNAL', 'person'],
  ])('sent without a category takes that of its failure: %s is %s', async (error, category, waitsFor) => {
    const test = await makeProject()
    const { item } = await postDeadLetter.run(test.at(later(0)), { operation: 'tool:bash', error })
    expect(item).toMatchObject({ category, waitsFor })
  })

  it('is added once per id, with any JSON as arguments', async () => {
    const test = await makeProject()
    const id = '0198a000-0000-7000-8000-000000000001'
    for (const args of [null, 'text\0', [1, 'a']]) await add(test, { args })
    expect(await add(test, { id })).toBe(id)
    const again = await postDeadLetter.run(test.key, { id, operation: 'x', error: 'y', category: 'INTERNAL' })
    expect(again).toMatchObject({ duplicate: true, item: { operation: 'tool:bash' } })
    expect((await see(test, id)).events).toEqual(['added'])
  })

  it('is a duplicate to a sender whose item another adds at that moment', async () => {
    const { key, project } = await makeProject()
    const letter = { id: uuid(), operation: 'tool:bash', error: 'x', category: 'INTERNAL' as const }
    let sending: ReturnType<typeof postDeadLetter.run> | undefined
    await inTransaction(key, async (tx) => {
      const data = { ...letter, projectId: project.id, args: {}, maxAttempts: 3 }
      await tx.deadLetter.create({ data })
      sending = postDeadLetter.run(key, letter)
      await untilLockIsWaitedFor(tx)
    })
    expect(await sending).toMatchObject({ duplicate: true })
  })

  it('waits for runs that are stored at that moment if its run is not stored yet', async () => {
    const { key, project } = await makeProject()
    const letter = { operation: 'tool:bash', error: 'x', category: 'INTERNAL' as const, runId: 'not-yet' }
    let sending: ReturnType<typeof postDeadLetter.run> | undefined
    await inTransaction(key, async (tx) => {
      await lockIngestShared(tx, project.id)
      sending = postDeadLetter.run(key, letter)
      await untilLockIsWaitedFor(tx)
    })
    expect(await sending).toMatchObject({ duplicate: false, item: { runKey: 'not-yet' } })
  })

  it.each([
    ['judge:evaluate_quality_gate', 'TRANSIENT', 1],
    ['judge:evaluate_quality_gate', 'PERMANENT', 0],
    ['tool:bash', 'TRANSIENT', 0],
  ] as const)('of %s that is %s is retried by the desk in %i job', async (operation, category, jobs) => {
    const test = await makeProject()
    const id = await add(test, { operation, category })
    const queued = await test.key.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job WHERE name = 'dead-letter-retry' AND data->>'id' = ${id}`
    expect(queued).toHaveLength(jobs)
  })

  it('is rejected with the names of the invalid fields', async () => {
    const { key } = await makeProject()
    const wrong = { operation: '', error: 'x', category: 'transient' }
    await expect(postDeadLetter.run(key, wrong as Letter)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'operation' }, { path: 'category' }],
    })
  })
})
