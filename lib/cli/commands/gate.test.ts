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
  runs: 0,
  openedBy: 'Regression check',
  openedAt: at,
  deadlineAt: at,
  decidedAt: state === 'pending' ? null : at,
  decidedBy: null,
  reason: null,
  undone,
  quorum: 1,
  owner: null,
  hasOwnerLeft: false,
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
  ])('exits for a gate %s, undone %s, with %d', async (state, undone, code) => {
    const { run, asked } = deskTerminal(() => waitAnswer(state, undone))
    expect(await run('gate', 'check', gateId)).toBe(code)
    expect(asked.map(({ searchParams }) => searchParams.get('timeoutSeconds'))).toEqual(['0'])
  })

  /** A desk on which waiting takes time, on the clock of the terminal. */
  function waitingDesk(answers: (() => Response | Promise<Response>)[]) {
    const desk = deskTerminal((url) => {
      desk.clock.ms += Number(url.searchParams.get('timeoutSeconds')) * 1000
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Response.error()
    })
    const waits = () => desk.asked.map(({ searchParams }) => Number(searchParams.get('timeoutSeconds')))
    return { ...desk, waitsAsked: waits }
  }
  const pending = () => waitAnswer('pending')

  it('prints the URL of the decision immediately, and waits up to the timeout in requests short enough for proxies', async () => {
    const { run, waitsAsked, notes, out } = waitingDesk([pending])
    expect(await run('gate', 'check', gateId, '--wait', '--timeout', '120')).toBe(12)
    expect(waitsAsked()).toEqual([0, 50, 50, 20])
    expect(notes).toEqual(['waiting for a person: http://desk.test/gate'])
    expect(out).toEqual(['pending: http://desk.test/gate'])
  })

  it.each([
    ['approved', 0],
    ['rejected', 13],
    ['timed_out', 14],
  ])('stops waiting when the gate is %s, with exit code %d', async (state, code) => {
    const { run, waitsAsked, out } = waitingDesk([pending, pending, () => waitAnswer(state)])
    expect(await run('gate', 'check', gateId, '--wait')).toBe(code)
    expect(waitsAsked()).toEqual([0, 50, 50])
    expect(out).toEqual([`${state.replace('_', ' ')}: http://desk.test/gate`])
  })

  it('does not wait for a closed gate, and respects the timeout if the desk answers early', async () => {
    const closed = waitingDesk([() => waitAnswer('approved')])
    expect(await closed.run('gate', 'check', gateId, '--wait')).toBe(0)
    expect(closed.waitsAsked()).toEqual([0])
    const early = deskTerminal(pending)
    expect(await early.run('gate', 'check', gateId, '--wait', '--timeout', '5')).toBe(12)
    expect(early.clock.ms).toBe(5000)
    expect(early.asked).toHaveLength(6)
  })

  it('keeps waiting while the desk is unreachable, but fails immediately if it never was reachable', async () => {
    const away = () => Promise.reject(new TypeError('fetch failed'))
    const restarting = waitingDesk([pending, ...Array.from({ length: 20 }, () => away), () => waitAnswer('approved')])
    expect(await restarting.run('gate', 'check', gateId, '--wait')).toBe(0)
    const gone = waitingDesk([pending, away])
    expect(await gone.run('gate', 'check', gateId, '--wait', '--timeout', '300')).toBe(5)
    const never = deskTerminal(away)
    expect(await never.run('gate', 'check', gateId, '--wait')).toBe(5)
    expect(never.asked).toHaveLength(7)
  })

  it.each([
    ['--timeout without --wait', ['check', gateId, '--timeout', '5']],
    ['an invalid timeout', ['check', gateId, '--wait', '--timeout', 'soon']],
    ['an unknown state', ['list', '--state', 'open']],
    ['no gate', ['show']],
    ['an invalid id', ['show', 'nope']],
  ])('refuses %s', async (_, args) => {
    const { run, asked } = deskTerminal(() => waitAnswer('approved'))
    expect(await run('gate', ...args)).toBe(2)
    expect(asked).toEqual([])
  })
})

describe('veritas gate veritas --dry-run', () => {
  it.each([
    [[], ''],
    [['--chain', 'answers'], '?chain=answers'],
    [['--chain', 'answers', '--version', '1.1.0'], '?chain=answers&version=1.1.0'],
  ])('with %j asks for the verdicts and opens nothing', async (flags, search) => {
    const { run, out, asked } = deskTerminal(() => Response.json({ regressions: [] }))
    expect(await run('gate', 'veritas', '--dry-run', ...flags)).toBe(11)
    expect(asked.map((url) => url.pathname + url.search)).toEqual([`/api/v1/regressions${search}`])
    expect(out.at(-1)).toBe('dry run: nothing was opened or decided')
  })

  it('needs the chain of a version', async () => {
    const { run, notes } = deskTerminal(() => Response.error())
    expect(await run('gate', 'veritas', '--dry-run', '--version', '1.1.0')).toBe(2)
    expect(notes.join('')).toContain('--version requires --chain')
  })
})

describe('veritas gate list', () => {
  it('prints a table, or the whole answer as JSON', async () => {
    const counts = { pending: 1, approved: 0, rejected: 0, timed_out: 0 }
    const answer = {
      gates: [{ ...gateRow('pending'), quorum: 2, runReview: null, approvals: 1 }],
      next: null,
      counts,
      now: at,
    }
    const { run, out, asked } = deskTerminal(() => Response.json(answer))
    expect(await run('gate', 'list', '--state', 'pending', '--chain', 'answers', '--text', 'worse than')).toBe(0)
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      state: 'pending',
      chain: 'answers',
      text: 'worse than',
      limit: '50',
    })
    expect(out[1]).toBe(`${gateId}  pending  1 of 2     ${at}  answers 1.1.0 is worse than 1.0.0`)
    const json = deskTerminal(() => Response.json(answer))
    await json.run('gate', 'list', '--json')
    expect(JSON.parse(json.out.join('')).gates).toHaveLength(1)
  })
})
