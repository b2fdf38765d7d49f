import { describe, expect, it } from 'vitest'
import { deskTerminal } from '../testing/desk-terminal'

const at = '2026-03-01T00:00:00.000Z'
const item = {
  id: '0198c000-0000-7000-8000-000000000001',
  sessionId: null,
  runKey: null,
  operation: 'tool:bash',
  args: { command: 'ls' },
  error: 'exit 1\nat line 3',
  category: 'TRANSIENT',
  status: 'pending',
  retryCount: 1,
  createdAt: at,
  attempts: 1,
  maxAttempts: 3,
  nextRetry: at,
  waitsFor: 'backoff',
  leaseUntil: null,
  leasedBy: null,
  updatedAt: at,
}

describe('veritas dlq', () => {
  it('lists matching dead letters, one line each', async () => {
    const counts = { pending: 1, retrying: 0, resolved: 0, abandoned: 0 }
    const answer = { items: [item], next: null, counts, operations: ['tool:bash'], now: at }
    const { run, out, asked } = deskTerminal(() => Response.json(answer))
    expect(await run('dlq', 'list', '--status', 'pending', '--category', 'TRANSIENT')).toBe(0)
    expect(asked[0]?.search).toBe('?status=pending&category=TRANSIENT&limit=50')
    expect(out[1]).toMatch(/^0198c\S+ +pending +TRANSIENT +1\/3 +2026-\S+ +tool:bash +exit 1$/)
  })

  it('claims by operation prefix, with arguments as JSON', async () => {
    const answer = { claimed: [{ ...item, status: 'retrying', attempt: 2 }], leaseUntil: at }
    const { run, out, asked } = deskTerminal(() => Response.json(answer))
    expect(await run('dlq', 'claim', 'tool:', '--worker', 'w1', '--limit', '5', '--json')).toBe(0)
    expect(asked[0]?.body).toEqual({ operation: 'tool:', limit: 5, worker: 'w1' })
    expect(JSON.parse(out.join('')).claimed[0]).toMatchObject({ attempt: 2, args: { command: 'ls' } })
  })

  it('reports the outcome', async () => {
    const { run, out, asked } = deskTerminal(() => Response.json({ item }))
    const report = ['--attempt', '2', '--outcome', 'failure', '--error', 'exit 1 again', '--category', 'RESOURCE']
    expect(await run('dlq', 'report', item.id, ...report)).toBe(0)
    expect(asked[0]).toMatchObject({
      pathname: `/api/v1/dead-letters/${item.id}/outcome`,
      body: { attempt: 2, outcome: 'failure', error: 'exit 1 again', category: 'RESOURCE' },
    })
    expect(out).toEqual([`${item.id}: pending, next retry ${at}`])
  })

  it.each([
    ['an invalid outcome', ['report', item.id, '--attempt', '1', '--outcome', 'maybe']],
    ['no attempt', ['report', item.id, '--outcome', 'success']],
    ['an unknown category', ['list', '--category', 'WEATHER']],
    ['no operation', ['claim']],
  ])('refuses %s', async (_, args) => {
    expect(await deskTerminal(() => Response.json({})).run('dlq', ...args)).toBe(2)
  })
})
