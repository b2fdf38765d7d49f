import { describe, expect, it } from 'vitest'
import { briefFacts } from '@/lib/presentation/testing/brief-facts'
import { nodeView } from '@/lib/presentation/testing/node-view'
import { deskTerminal } from '../testing/desk-terminal'

const runId = '0198c000-0000-7000-8000-000000000001'
const at = '2026-03-01T00:00:00.000Z'

const row = {
  id: runId,
  clientId: 'ticket-1',
  chain: 'answers',
  version: '1.1.0',
  title: null,
  kind: 'live',
  scenario: null,
  execution: null,
  attempt: 1,
  status: 'failed',
  occurredAt: at,
  durationMs: 900,
  tokens: null,
  costUsd: null,
  nodes: 1,
  failedNodes: 1,
  issues: 0,
  profile: 'stratt',
  quality: 0.4,
  gaff: null,
  grade: null,
  stratt: 0.4,
  band: 'poor',
  blocked: true,
  confidence: null,
  coverage: 0,
  signals: { self: null, peer: null, downstream: null, human: null },
  humanOrigin: null,
  decision: 'iterate',
  decisionKind: null,
  basis: 'quality',
  reason: 'Blocked: node search failed.',
  failureClass: 'timeout',
  flag: 'failed',
}

const answer = { runs: [row], next: null }

describe('veritas runs', () => {
  it('passes every filter to the desk, repeated or separated by commas', async () => {
    const { run, asked, out } = deskTerminal(() => Response.json(answer))
    const filters = ['--chain', 'answers', '--chain', 'other', '--decision', 'iterate,escalate', '--flagged', 'true']
    expect(await run('runs', ...filters, '--quality-max', '0.5', '--range', '7d', '--sort', 'quality_low')).toBe(0)
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      chain: 'answers,other',
      decision: 'iterate,escalate',
      flagged: 'true',
      qualityMax: '0.5',
      range: '7d',
      sort: 'quality_low',
      limit: '50',
    })
    expect(out[0]).toMatch(/^run +chain +verdict +quality +confidence +failure +at$/)
    expect(out[1]).toMatch(/^ticket-1 +answers 1\.1\.0 +Try again +0\.40 +\u2014 +Timed out +2026-03-01/)
  })

  it('prints a score with the decimals that show on which side of its threshold it is', async () => {
    const close = { ...row, quality: 0.797, band: 'review', confidence: 0.7996 }
    const { run, out } = deskTerminal(() => Response.json({ runs: [close], next: null }))
    await run('runs')
    expect(out[1]).toMatch(/ 0\.797 +0\.7996 /)
  })

  it('prints the whole answer as JSON, and otherwise where it goes on', async () => {
    const more = deskTerminal(() => Response.json({ ...answer, next: 'abc' }))
    await more.run('runs')
    expect(more.notes).toEqual(['the first 1 run; go on with --cursor abc'])
    const json = deskTerminal(() => Response.json({ ...answer, next: 'abc' }))
    await json.run('runs', '--json')
    expect(JSON.parse(json.out.join(''))).toMatchObject({ runs: [{ clientId: 'ticket-1' }], next: 'abc' })
    const none = deskTerminal(() => Response.json({ runs: [], next: null }))
    await none.run('runs')
    expect(none.out).toEqual(['no matching runs'])
  })

  it.each([
    ['--decision', 'maybe', '--decision: must be accept, iterate'],
    ['--quality-min', '2', '--quality-min: must be at most 1'],
    ['--limit', 'many', '--limit: must be a number'],
  ])('refuses %s %s before it asks, by the name of the option', async (flag, value, words) => {
    const { run, asked, notes } = deskTerminal(() => Response.json(answer))
    expect(await run('runs', flag, value)).toBe(2)
    expect(notes.join('\n')).toContain(words)
    expect(asked).toEqual([])
  })

  it('describes each filter with its choices in its help', async () => {
    const { run, out } = deskTerminal(() => Response.json(answer))
    expect(await run('runs', '--help')).toBe(0)
    expect(out.join('\n')).toMatch(/--decision <value> +accept, iterate, accept_best/)
    expect(out.join('\n')).toMatch(/--tag <value> +Runs that have all of these tags/)
  })
})

describe('veritas run <id>', () => {
  const failure = {
    nodeId: 'search',
    failureClass: 'timeout' as const,
    retryable: true,
    failureMode: 'timeout',
    confidence: 1,
    matched: null,
    role: 'root' as const,
    fingerprint: 'v2:x',
    message: 'no answer within 30 s',
  }
  const node = nodeView('search', { type: 'tool', status: 'failed', failure })
  const issue = (place: number) => ({
    stage: 'contract',
    type: 'missing_field',
    field: `f${place}`,
    message: `f${place} is missing`,
    severity: 'error',
    blocker: false,
  })
  const detail = {
    run: row,
    error: null,
    tokens: { input: null, output: null, total: null, useful: null },
    budget: null,
    contractFrom: null,
    sources: [],
    metadata: null,
    startedAt: at,
    endedAt: at,
    receivedAt: at,
    submittedVia: 'api',
    redactions: 0,
    unread: [],
    contentRemoved: null,
    evidenceDigest: '5e1f',
    isCovered: false,
    maxAttempts: 3,
    nodes: [node],
    issues: [0, 1, 2, 3, 4, 5, 6].map(issue),
    scores: [],
    signals: [],
    vetoed: false,
    execution: null,
    feedback: { overallScore: null, issues: [], strengths: [], guidance: '' },
    checks: [],
    deadLetters: { total: 0, newest: [] },
    decisions: [],
    ownReview: null,
    learned: { enabled: true, predictions: [] },
    gates: [],
  }
  const brief = {
    ...briefFacts({ links: [{ label: 'The run', url: 'http://desk.test/p/shop/runs/1' }] }),
    markdown: '',
    filename: 'brief.md',
  }
  const asking =
    (shown: object = detail) =>
    (url: URL) =>
      Response.json(url.pathname.endsWith('/briefs') ? brief : shown)
  const both = asking()

  it.each([
    ['run', 'ticket-1'],
    ['run', 'show', 'ticket-1'],
  ])('shows it on one screen', async (...args) => {
    const { run, asked, out } = deskTerminal(both)
    expect(await run(...args)).toBe(0)
    expect(asked[0]?.pathname).toBe('/api/v1/runs/ticket-1')
    expect(out).toEqual([
      'ticket-1',
      `answers 1.1.0, ${at}`,
      '',
      'status      Failed',
      'verdict     Try again',
      '            Blocked: node search failed.',
      'quality     0.40, Poor',
      'confidence  \u2014 on 0% of the evidence',
      'failure     search: Timed out, no answer within 30 s',
      'finding     error: f0 is missing',
      'finding     error: f1 is missing',
      'finding     error: f2 is missing',
      'finding     error: f3 is missing',
      'finding     error: f4 is missing',
      '            and 2 more findings',
      'link        http://desk.test/p/shop/runs/1',
    ])
  })

  it('counts the attempts of an execution', async () => {
    const { run, out } = deskTerminal(asking({ ...detail, run: { ...row, execution: 'ticket-1', attempt: 2 } }))
    await run('run', 'ticket-1')
    expect(out[1]).toBe(`answers 1.1.0, attempt 2 of 3, ${at}`)
  })

  it('prints the whole run as JSON', async () => {
    const { run, out, asked } = deskTerminal(both)
    expect(await run('run', 'ticket-1', '--json')).toBe(0)
    expect(JSON.parse(out.join(''))).toMatchObject({ run: { clientId: 'ticket-1' }, maxAttempts: 3 })
    expect(asked).toHaveLength(1)
  })
})

it('veritas run without a run tells how one is sent', async () => {
  const { run, notes } = deskTerminal(() => Response.json({}))
  expect(await run('run')).toBe(2)
  expect(notes.join('\n')).toContain('veritas run submit')
})
