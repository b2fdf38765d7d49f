import { describe, expect, it } from 'vitest'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { measureRun } from './measure-run'

type Told = { durationMs?: number; tokens?: number }

function measure(body: Partial<RunBody>, { durationMs, tokens }: Told = {}) {
  const run = runInput.parse({ id: 'r', chain: 'c', ...body })
  const { contract, criteria } = run
  return measureRun(run, { contract, criteria, durationMs: durationMs ?? null, tokens: tokens ?? null })
}

describe('the scores of a run', () => {
  it.each([
    [
      'everything met',
      { output: { a: 1 }, contract: { requiredOutputs: ['a'] }, tokens: { input: 20, output: 80 } },
      0.4 + 0.35 + 0.25 * 0.8,
      'good',
    ],
    ['no contract', { output: { a: 1 }, tokens: { input: 20, output: 80 } }, (0.4 + 0.25 * 0.8) / 0.65, 'good'],
    [
      'half of the outputs',
      { output: { a: 1, b: '' }, contract: { requiredOutputs: ['a', 'b'] }, tokens: { input: 0, output: 9 } },
      0.4 + 0.175 + 0.25,
      'good',
    ],
    [
      'failed',
      { status: 'failed' as const, output: { a: 1 }, contract: {}, tokens: { input: 50, output: 50 } },
      0.35 + 0.125,
      'poor',
    ],
    [
      'no token counts',
      { output: { a: 1 }, contract: { requiredOutputs: ['a', 'b'] } },
      (0.4 + 0.175) / 0.75,
      'review',
    ],
    ['neither tokens nor a contract', { output: { a: 1 } }, 1, null],
  ])('by stratt: %s', (_, body, value, band) => {
    const { stratt } = measure(body)
    expect(stratt.value).toBeCloseTo(value, 12)
    expect(stratt.band).toBe(band)
  })

  it.each([
    ['failed', { status: 'failed' as const, output: { a: 1 }, contract: {} }, 0, '0, as the run failed', []],
    ['no contract', { output: { a: 1 } }, 1, '1, as the run completed; it has no contract', []],
    [
      'a contract',
      { output: {}, contract: { schema: { required: ['a'] } } },
      0,
      '1 when the output keeps its contract, else 0',
      [
        { label: 'given', value: 'false' },
        { label: 'errors', value: '1' },
      ],
    ],
  ])('say what conformance rests on: %s', (_, body, value, formula, inputs) => {
    const [conformance] = measure(body).stratt.breakdown.factors
    expect(conformance).toMatchObject({ value, formula, inputs })
  })

  it('add up from their factors', () => {
    const { gaff, stratt } = measure({
      output: { a: 'x' },
      criteria: { required_fields: ['a', 'b'], required_types: { a: 'number' } },
      tokens: { input: 30, output: 10 },
    })
    for (const score of [gaff, stratt]) {
      const sum = score.breakdown.factors.reduce((total, factor) => total + (factor.contribution ?? 0), 0)
      expect(sum).toBeCloseTo(score.value ?? Number.NaN, 12)
    }
    expect(gaff.value).toBeCloseTo(0.4 * 0.7 + 0.4 + 0.2, 12)
  })

  it('by gaff are null for a run without criteria, rather than excellent', () => {
    expect(measure({ output: { a: 1 } }).gaff).toMatchObject({
      value: null,
      grade: null,
      breakdown: { warnings: ['no_criteria'] },
    })
    expect(measure({ status: 'failed' }).gaff.grade).toBeNull()
  })

  it('have a warning when a budget was given and the cost was not measured', () => {
    const body = { output: { a: 1 }, criteria: { required_fields: ['a'] }, budget: { timeMs: 1000 } }
    expect(measure(body).gaff.breakdown.warnings).toEqual(['budget_not_measured: time_ms'])
    expect(measure(body, { durationMs: 2000 }).gaff.value).toBeCloseTo(0.4 + 0.4 + 0.1, 12)
  })

  it.each([{}, { useful: 20 }])('sum the tokens of the nodes where the run itself counts none: %j', (tokens) => {
    const nodes = [{ id: 'a', tokens: { input: 60, output: 40 } }]
    const { stratt } = measure({ output: 1, contract: {}, nodes, tokens })
    expect(stratt.breakdown.factors.find(({ name }) => name === 'efficiency')?.value).toBeCloseTo(
      'useful' in tokens ? 0.2 : 0.4,
      12,
    )
  })

  it('sum the tokens of the nodes only if all counting nodes have that count', () => {
    const nodes = [
      { id: 'a', tokens: { input: 10, output: 30 } },
      { id: 'b', tokens: { input: 10, output: 10 } },
      { id: 'c' },
    ]
    expect(measure({ output: 1, contract: {}, nodes }).stratt.value).toBeCloseTo(0.75 + 0.25 * (40 / 60), 12)
    const partly = [...nodes, { id: 'd', tokens: { input: 5 } }]
    expect(measure({ output: 1, nodes: partly }).stratt.breakdown.warnings).toContain('tokens_missing')
  })
})

describe('the criteria of a run', () => {
  const required = (...required_fields: string[]) => ({ required_fields })

  it.each([
    ['status', { status: 'cancelled' }],
    ['status', { status: 'failed' }],
    ['results', { results: { a: { success: false, error: 'boom' } } }],
    ['nodes_failed', { nodes_failed: ['a'] }],
  ])('take a field %s of the output for what it is, not for the state of the run: %j', (field, output) => {
    const { gaff, blockers } = measure({ output, criteria: required(field) })
    expect(blockers).toEqual([])
    expect(gaff).toMatchObject({ value: 1, blocked: false })
  })

  it('miss a field that only the run itself has', () => {
    const nodes = [{ id: 'n', output: { y: 1 } }]
    const body = { output: { x: 1 }, nodes, metadata: { user: 'ada' } }
    const missing = (...fields: string[]) =>
      measure({ ...body, criteria: required(...fields) }, { durationMs: 5, tokens: 5 }).issues.map(({ field }) => field)
    expect(missing('results', 'context', 'execution_time_ms', 'tokens_used', 'status')).toHaveLength(5)
    expect(missing('x', 'y', 'user', 'results.n.result.y', 'context.user')).toEqual([])
  })

  it('are held against the measured cost, whatever the output says', () => {
    const output = { a: 1, execution_time_ms: 1, tokens_used: 1 }
    const body = { output, criteria: required('a'), budget: { timeMs: 1000, tokens: 100 } }
    expect(measure(body, { durationMs: 2000, tokens: 200 }).gaff.value).toBeCloseTo(0.4 + 0.4 + 0.2 * 0.25, 12)
  })
})

describe('blockers', () => {
  it('include a failed node, unless the run recovered from it', () => {
    const failed = { id: 'a', status: 'failed' as const, error: 'boom' }
    expect(measure({ nodes: [failed] }).blockers).toEqual(['step a failed: boom'])
    expect(measure({ status: 'failed', error: 'boom', nodes: [failed] }).blockers).toEqual(['step a failed: boom'])
    expect(measure({ status: 'failed', error: 'lost', nodes: [failed] }).blockers).toHaveLength(2)
    expect(measure({ nodes: [failed, { id: 'b', dependencies: ['a'] }] }).blockers).toEqual([])
    const tool = { ...failed, type: 'tool' as const }
    expect(measure({ output: 'Done.', nodes: [tool] }).blockers).toEqual([])
    expect(measure({ nodes: [tool, { id: 'b' }] }).blockers).toEqual([])
    expect(measure({ nodes: [{ id: 'b' }, tool] }).blockers).toEqual(['step a failed: boom'])
    expect(measure({ output: '', nodes: [tool, { ...tool, id: 'b', dependencies: ['a'] }] }).blockers).toHaveLength(2)
    expect(measure({ status: 'failed', nodes: [{ ...failed, type: 'tool' }] }).blockers).not.toEqual([])
  })

  it('tell the error of a long message, which may stand at its end', () => {
    const printed = Array.from({ length: 40 }, (_, row) => `row ${row}: fetched a page of results`).join('\n')
    const error = `${printed}\nTraceback (most recent call last):\n  File "main.py", line 3, in <module>\nKeyError: 'total'`
    const [blocker = ''] = measure({ nodes: [{ id: 'a', status: 'failed', error }] }).blockers
    expect(blocker).toBe("step a failed: KeyError: 'total'")
  })

  it('include a broken or unusable contract', () => {
    const schema = { type: 'object', required: ['a'] }
    expect(measure({ output: {}, contract: { schema } }).blockers).toHaveLength(1)
    const unusable = measure({ output: {}, contract: { schema: { type: 'nonsense' } } })
    expect(unusable.stratt).toMatchObject({ blocked: true })
    expect(unusable.blockers).toEqual([expect.stringMatching(/^the schema of its contract cannot be used: ./)])
  })

  it('report a field missed by both contract and criteria once', () => {
    const { issues } = measure({
      output: {},
      contract: { requiredOutputs: ['a'] },
      criteria: { required_fields: ['a'], completeness_required: true },
    })
    expect(issues.filter((issue) => issue.field === 'a')).toMatchObject([{ type: 'missing_field', blocker: true }])
  })

  it('say once of an output that is empty that it is, and not that it is missing', () => {
    const { issues } = measure({
      output: { a: '' },
      contract: { requiredOutputs: ['a', 'b'] },
      criteria: { required_fields: ['a'] },
    })
    const type = 'missing_field'
    expect(issues.filter(({ field }) => field === 'a')).toMatchObject([{ type, message: 'a is present but empty' }])
    expect(issues.filter(({ field }) => field === 'b')).toMatchObject([{ type, message: 'b is missing' }])
  })
})

describe('failures', () => {
  it('are classified, with roots distinguished from cascades', () => {
    const { failures } = measure({
      status: 'failed',
      nodes: [
        { id: 'fetch', status: 'failed', error: { message: 'too many', httpStatus: 429 } },
        { id: 'parse', status: 'failed', error: 'no input', dependencies: ['fetch'] },
      ],
    })
    expect(failures).toMatchObject([
      { nodeId: 'fetch', failureClass: 'rate_limited', retryable: true, role: 'root' },
      { nodeId: 'parse', role: 'cascade', failureMode: 'cascade' },
    ])
  })

  it('keep both ends of a long message, as the error may stand behind what was printed before', () => {
    const message = `Output of the program:\n${'😀 row\n'.repeat(2000)}KeyError: 'total'`
    const stored = measure({ status: 'failed', nodes: [{ id: 'a', status: 'failed', error: { message } }] }).failures[0]
    expect(stored?.message).toMatch(/^Output of the program:\n.*\n…\n.*KeyError: 'total'$/s)
    expect(stored?.message.isWellFormed()).toBe(true)
    expect([...(stored?.message ?? '')].length).toBe(2000)
  })

  it('include the run itself if it failed without a failed node', () => {
    expect(measure({ status: 'failed', error: 'request timed out' }).failures).toMatchObject([
      { nodeId: 'run', failureClass: 'timeout' },
    ])
  })
})

describe('filler in place of an answer', () => {
  it.each([
    ['TODO: fill in later', ['output']],
    [{ answer: 'Lorem ipsum dolor sit amet', note: 'The refund was sent.' }, ['output.answer']],
    [{ greeting: 'Dear [Name], thank you.' }, ['output.greeting']],
    [{ template: 'Dear [Name], thank you.' }, []],
    ['I added the milk to your TODO list.', []],
    [{ answer: 'TODO', initials: 'TK', sizes: ['xs', 'xxx', 'tbd'] }, ['output.answer']],
    [`${'The refund was sent to the customer today. '.repeat(6)} TODO: close the ticket.`, []],
    [null, []],
  ])('blocks acceptance: %j', (output, fields) => {
    const { issues, blockers } = measure({ output })
    expect(issues.filter(({ type }) => type === 'filler').map(({ field }) => field)).toEqual(fields)
    expect(blockers).toHaveLength(fields.length)
  })
})

describe('claims and sources', () => {
  const sources = [{ id: 's', text: 'The outage lasted 47 minutes and affected 3 regions.' }]

  it('block acceptance when a source contradicts a number', () => {
    const { issues, blockers } = measure({ output: { summary: 'The outage lasted 93 minutes in 3 regions.' }, sources })
    expect(issues).toMatchObject([
      { stage: 'sources', field: 'output.summary', message: expect.stringContaining('93') },
    ])
    expect(blockers).toEqual([expect.stringMatching(/^contradicted by its sources: output\.summary: “93/)])
  })

  it('give the same result for runs that share their sources, which are read once', () => {
    const other = [
      { id: 's', text: 'The outage of May lasted 93 minutes and affected 12 regions in Norway and Ada Land.' },
    ]
    const outputs = [
      'The outage lasted 93 minutes in 3 regions.',
      'It hit 12 regions in Norway, said Bob Moses.',
      'Nobody knows.',
    ]
    const bodies = [sources, other].flatMap((given) =>
      outputs.map((summary) => ({ output: { summary }, sources: given })),
    )
    const alone = bodies.map(
      (body) => [measure({ output: 'x', sources: [{ id: 'n', text: 'none' }] }), measure(body)][1],
    )
    for (let round = 0; round < 60; round++) expect(bodies.map((body) => measure(body))).toEqual(alone)
  })

  it('are not checked without sources', () => {
    expect(measure({ output: { summary: 'The outage lasted 93 minutes in 3 regions.' } }).issues).toEqual([])
  })
})

it('a name or an error that turns the direction of writing around does not do so with the sentence about it', () => {
  const nodes = [
    { id: 'a', name: '\u202egpj.exe', status: 'failed' as const, error: { message: '\u2067not \u202efound' } },
  ]
  const { issues, blockers } = measure({ status: 'failed', nodes })
  const said = 'step \u202egpj.exe\u202c failed: \u2067not \u202efound\u202c\u2069'
  expect(issues[0]?.message).toBe(said)
  expect(blockers).toContain(said)
})
