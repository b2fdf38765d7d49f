import { describe, expect, it } from 'vitest'
import { NOTHING_STANDS_OUT } from '@/lib/contracts/vocabulary'
import { nodeView as node } from '../testing/node-view'
import { outline, read, span } from '../testing/transcripts'
import { withCause } from './flaws'
import { findInSteps } from './text'

describe('the order of steps', () => {
  it('is by start, after the dependencies of a step', () => {
    const nodes = [
      node('agent', { ...span(0, 90), dependencies: ['answer'], output: 'whole' }),
      node('answer', { ...span(50, 80), dependencies: ['look'], output: 'part' }),
      node('look', { ...span(10, 40), output: 'x' }),
    ]
    expect(read({ nodes }).steps.map(({ id }) => id)).toEqual(['look', 'answer', 'agent'])
  })

  it('is as sent if no times are known', () => {
    const nodes = [node('b', { dependencies: ['a'] }), node('a'), node('c')]
    expect(read({ nodes }).steps.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

describe('a conversation in one payload', () => {
  it('has a step for each turn and each result, joined with its call', () => {
    const { steps } = read({
      request: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'look', input: { city: 'Tokyo' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'no such city', is_error: true }] },
      ],
    })
    expect(outline(steps)).toEqual([
      ['@request', 'system', 'text'],
      ['@request@2', 'user', 'text'],
      ['@request@3', 'assistant', 'call'],
      ['@request@4', 'tool', 'call'],
    ])
    expect(steps[3]?.parts[0]).toMatchObject({ name: 'look', arguments: { city: 'Tokyo' }, error: 'no such city' })
  })
})

describe('flaws', () => {
  it('are added to their step: root cause, consequences, unmet checks, and text that a source contradicts', () => {
    const failure = {
      nodeId: 'a',
      failureClass: 'timeout' as const,
      retryable: true,
      failureMode: '',
      confidence: 1,
      matched: null,
      fingerprint: '',
      message: '',
    }
    const nodes = [
      node('a', { status: 'failed', failure: { ...failure, role: 'root' } }),
      node('b', { status: 'failed', dependencies: ['a'], failure: { ...failure, nodeId: 'b', role: 'cascade' } }),
    ]
    const issue = {
      stage: 'sources',
      type: 'unsupported_number',
      field: 'output',
      severity: 'error' as const,
      blocker: true,
      message: '“40%”: The source says 14%.',
    }
    const { steps } = read({ nodes, output: 'It grew by 40%.', issues: [issue] })
    expect(steps.map(({ id, flaws }) => [id, flaws.map(({ kind }) => kind)])).toEqual([
      ['a', ['root']],
      ['b', ['cascade']],
      ['@output', ['contradicted']],
    ])
    expect(steps[2]?.doubts).toEqual([
      {
        path: '',
        quote: '40%',
        place: '',
        evidence: 'The source says 14%.',
        isContradicted: true,
        type: 'unsupported_number',
      },
    ])
  })

  it('tell an output that breaks its contract from one that could not be checked against it', () => {
    const issue = { stage: 'schema', field: '$', message: 'why', severity: 'error' as const, blocker: true }
    const issues = ['type', 'schema_error'].map((type) => ({ ...issue, type }))
    const { steps } = read({ nodes: [], output: 'x', issues })
    expect(steps.at(-1)?.flaws.map(({ label }) => label)).toEqual(['Not met', 'Not checked'])
  })

  it('name a field once, and no rule that only repeats it', () => {
    const issue = { stage: 'accuracy', type: 'rule', severity: 'error' as const, blocker: false }
    const issues = [
      { ...issue, field: 'total', message: 'range:total: total is missing, expected at least 0.01' },
      { ...issue, field: 'total', message: 'reference:total: total is 5, the reference says 6' },
      { ...issue, field: 'sums', message: 'totals: The amounts do not add up.' },
    ]
    const { steps } = read({ nodes: [], output: 'x', issues })
    expect(steps.at(-1)?.flaws.map(({ detail }) => detail)).toEqual([
      'total is missing, expected at least 0.01',
      'total is 5, the reference says 6',
      'sums: totals: The amounts do not add up.',
    ])
  })

  it('of a text in a record are marked where it stands, also with quotation marks and line breaks in it', () => {
    const quote = 'the "gold"\nplan'
    const message = `“${quote}”: No source says so.`
    const issue = { stage: 'sources', type: 'unsupported_claim', field: 'answer', message } as const
    const issues = [{ ...issue, severity: 'warning' as const, blocker: false }]
    const { steps } = read({ nodes: [], output: { answer: `You have ${quote}.` }, issues })
    expect(steps.at(-1)?.doubts).toMatchObject([{ quote }])
    const other = read({ nodes: [], output: { answer: 'You have no plan.' }, issues })
    expect(other.steps.at(-1)?.doubts).toEqual([])
  })

  it('tell a suggested cause apart from the step where the failure began', () => {
    const failure = { role: 'root', failureClass: 'provider_transient', message: 'connection refused' } as const
    const began = node('b', { status: 'failed', failure: failure as never })
    const { steps } = read({ nodes: [node('a'), began] })
    const causeAt = (nodeId: string) => ({
      suggestions: [{ nodeId, agent: null, score: 0.6, reason: 'It answered oddly.' }],
      asserted: false as const,
      attribution: null,
      record: { n: 0, first: 0, listed: 0 },
    })
    const told = (nodeId: string) =>
      withCause(steps, causeAt(nodeId)).flatMap(({ flaws }) => flaws.map(({ label, detail }) => [label, detail]))
    const here = ['Failure began here', 'connection refused']
    expect(told('a')).toEqual([
      ['Likeliest cause, suggested', 'It answered oddly. The failure itself began at b.'],
      here,
    ])
    // Where the failure began, a suggestion of the same step adds nothing.
    expect(told('b')).toEqual([here])
  })

  it('mark the cause as suggested until a person confirms it', () => {
    const { steps } = read({ nodes: [node('a'), node('b')] })
    const cause = {
      suggestions: [{ nodeId: 'b', agent: null, score: 0.6, reason: 'It failed first.' }],
      asserted: false as const,
      attribution: null,
      record: { n: 0, first: 0, listed: 0 },
    }
    const attribution = { id: 'x', nodeId: 'a', agent: null, rank: null, reason: null, by: 'Ada', recordedAt: '' }
    expect(withCause(steps, cause).map(({ flaws }) => flaws[0]?.kind)).toEqual([undefined, 'suggested'])
    const unfounded = cause.suggestions.map((one) => ({ ...one, reason: NOTHING_STANDS_OUT }))
    expect(withCause(steps, { ...cause, suggestions: unfounded }).flatMap(({ flaws }) => flaws)).toEqual([])
    expect(withCause(steps, { ...cause, attribution }).map(({ flaws }) => flaws[0]?.kind)).toEqual([
      'guilty',
      undefined,
    ])
    expect(
      withCause(steps, { ...cause, attribution: { ...attribution, nodeId: null } }).every(
        ({ flaws }) => flaws.length === 0,
      ),
    ).toBe(true)
  })
})

it('finds text in prose, calls and results, ignoring case', () => {
  const nodes = [
    node('a', { output: 'The Refund was paid; refund closed.' }),
    node('b', { type: 'tool', toolCalls: [{ name: 'pay', arguments: { kind: 'refund' } }] }),
    node('c', { output: 'Nothing.' }),
  ]
  expect(findInSteps(read({ nodes }).steps, ' refund ')).toEqual([
    { place: 0, count: 2 },
    { place: 1, count: 1 },
  ])
})

it('shows retrieved documents with title and score, and anything else unchanged', () => {
  const found = [
    {
      node: { text: 'Reset under Security.', metadata: { title: 'Passwords', url: 'https://docs.example/reset' } },
      score: 0.82,
    },
    { id: 'm2', page_content: 'Sign in with SSO.' },
  ]
  const nodes = [
    node('search', { type: 'RETRIEVER', output: found }),
    node('rerank', { type: 'reranker', output: { documents: found, took: 12 } }),
    node('lookup', { type: 'tool', output: found }),
  ]
  const { steps } = read({ nodes })
  expect(outline(steps)).toEqual([
    ['search', 'retrieval', 'documents'],
    ['rerank', 'retrieval', 'json'],
    ['lookup', 'tool', 'json'],
  ])
  expect(steps[0]?.parts).toMatchObject([
    {
      documents: [
        { title: 'Passwords', text: 'Reset under Security.', uri: 'https://docs.example/reset', score: 0.82 },
        { id: 'm2', text: 'Sign in with SSO.', score: undefined },
      ],
    },
  ])
  expect(findInSteps(steps, 'under security')[0]?.place).toBe(0)
})
