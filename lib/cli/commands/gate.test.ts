import { describe, expect, it } from 'vitest'
import { deskTerminal } from '../testing/desk-terminal'

const gateId = '0198c000-0000-7000-8000-000000000001'
const at = '2026-03-01T00:00:00.000Z'

const gateRow = (state: string, undone = false) => ({
  id: gateId,
  kind: 'regression',
  state,
  title: 'answers 1.1.0 is worse than 1.0.0',
  question: 'Keep it?',
  chain: 'answers',
  version: '1.1.0',
  priorVersion: '1.0.0',
  runId: null,
  openedBy: 'Regression check',
  openedAt: at,
  deadlineAt: at,
  decidedAt: state === 'pending' ? null : at,
  decidedBy: null,
  reason: null,
  undone,
  quorum: 1,
  owner: null,
  escalatedTo: null,
})

const waitAnswer = (state: string, undone = false) =>
  Response.json({
    state,
    decided: state !== 'pending',
    askAgainInSeconds: state === 'pending' ? 30 : null,
    url: 'http://desk.test/gate',
    gate: gateRow(state, undone),
  })

describe('veritas gate check', () => {
  it.each([
    ['approved', false, 0],
    ['pending', false, 12],
    ['rejected', false, 13],
    ['timed_out', false, 14],
    ['approved', true, 13],
    ['rejected', true, 13],
  ])('%s, taken back %s: ends with %d', async (state, undone, code) => {
    const { run, asked } = deskTerminal(() => waitAnswer(state, undone))
    expect(await run('gate', 'check', gateId)).toBe(code)
    expect(asked.map(({ searchParams }) => searchParams.get('timeoutSeconds'))).toEqual(['0'])
  })

  it('waits as long as it may, in turns that a proxy allows', async () => {
    const { run, asked } = deskTerminal(() => waitAnswer('pending'))
    expect(await run('gate', 'check', gateId, '--wait', '--timeout', '120')).toBe(12)
    expect(asked.map(({ searchParams }) => searchParams.get('timeoutSeconds'))).toEqual(['50', '50', '20'])
  })

  it('ends its wait with the decision', async () => {
    const answers = ['pending', 'pending', 'approved']
    const { run, notes, out } = deskTerminal(() => waitAnswer(answers.shift() ?? 'asked too often'))
    expect(await run('gate', 'check', gateId, '--wait')).toBe(0)
    expect(notes).toEqual(['waiting for a person: http://desk.test/gate'])
    expect(out).toEqual(['approved: http://desk.test/gate'])
  })

  it.each([
    ['--timeout without --wait', ['check', gateId, '--timeout', '5']],
    ['a timeout that is none', ['check', gateId, '--wait', '--timeout', 'soon']],
    ['an unknown state', ['list', '--state', 'open']],
    ['no gate', ['show']],
  ])('refuses %s', async (_, args) => {
    const { run, asked } = deskTerminal(() => waitAnswer('approved'))
    expect(await run('gate', ...args)).toBe(2)
    expect(asked).toEqual([])
  })
})

describe('veritas gate list', () => {
  it('is a table, or all of it as JSON', async () => {
    const counts = { pending: 1, approved: 0, rejected: 0, timed_out: 0 }
    const answer = { gates: [gateRow('pending')], next: null, counts, now: at }
    const { run, out, asked } = deskTerminal(() => Response.json(answer))
    expect(await run('gate', 'list', '--state', 'pending', '--chain', 'answers')).toBe(0)
    expect(asked[0]?.search).toBe('?state=pending&chain=answers&limit=50')
    expect(out[1]).toBe(`${gateId}  pending  ${at}  answers 1.1.0 is worse than 1.0.0`)
    const json = deskTerminal(() => Response.json(answer))
    await json.run('gate', 'list', '--json')
    expect(JSON.parse(json.out.join('')).gates).toHaveLength(1)
  })
})
