import { beforeAll, describe, expect, it } from 'vitest'
import { makeToolCaller } from '../testing/call-tool'

let tools: Awaited<ReturnType<typeof makeToolCaller>>
beforeAll(async () => {
  tools = await makeToolCaller()
})

const run = (id: number, steps = 3) => ({
  id: `r${id}`,
  chain: 'answers',
  request: `Question ${id}`,
  output: { answer: 'yes' },
  nodes: Array.from({ length: steps }, (_, at) => ({ id: `n${at}`, type: 'tool', name: 'look', output: 'ok' })),
})
const verdicts = Array.from({ length: 20 }, (_, at) => ({ run: run(at, at % 2 ? 3 : 9), approved: at % 2 === 1 }))

describe('a forecast', () => {
  it('is returned for each requested run, with reasons', async () => {
    const answer = await tools.call('forecast_verdict', { verdicts, apply: [run(100, 3), run(101, 9)] })
    expect(answer).toMatchObject({
      n: 20,
      results: [
        { probability: expect.any(Number), reasons: [{ direction: 'for' }, {}] },
        { probability: expect.any(Number), reasons: [{ direction: 'against' }, {}] },
      ],
      prequential: { scored: 12, auroc: expect.any(Number) },
    })
    const [short, long] = answer.results as { probability: number }[]
    expect(short?.probability).toBeGreaterThan(long?.probability ?? 1)
  })

  it('stores no runs', async () => {
    await tools.call('forecast_verdict', { verdicts, apply: [run(200)] })
    expect(await tools.call('runs.list', {})).toMatchObject({ runs: [] })
  })
})

describe('a suggestion of the guilty step', () => {
  it('names the agent whose code failed', async () => {
    const steps = [
      { agent: 'Planner', content: 'Read the file and sum it.' },
      { agent: 'Coder', content: 'print(sum(rows))' },
      { agent: 'Terminal', content: "exitcode: 1 (execution failed)\nNameError: name 'rows' is not defined" },
    ]
    expect(await tools.call('attribute_failure', { steps })).toMatchObject({
      asserted: false,
      suggestions: [{ step: 1, agent: 'Coder' }, { step: 0 }],
    })
  })
})

describe('invalid tool input is rejected naming the field', () => {
  const broken = { ...run(1), nodes: [{ id: 'a', status: 'odd' }] }
  it.each<[string, unknown, string]>([
    [
      'forecast_verdict',
      { verdicts: [verdicts[0], { run: broken, approved: true }], apply: [] },
      'verdicts[1].run.nodes[0].status',
    ],
    ['forecast_verdict', { verdicts: [{ run: run(1) }], apply: [] }, 'verdicts[0].approved'],
    ['forecast_verdict', { verdicts: [], apply: [{ id: 'x' }] }, 'apply[0].chain'],
    [
      'forecast_verdict',
      { verdicts: [], apply: [{ ...run(1), nodes: [{ id: 'a', dependencies: ['b'] }] }] },
      'apply[0].nodes[0].dependencies[0]',
    ],
    ['forecast_verdict', { verdicts: [] }, 'apply'],
    ['attribute_failure', { steps: [{ agent: 'A', says: 'x' }] }, 'steps[0].says'],
    ['attribute_failure', { steps: [{ agent: 5 }] }, 'steps[0].agent'],
    ['attribute_failure', {}, 'steps'],
  ])('%s %#', async (tool, input, path) => {
    expect(await tools.refusal(tool, input)).toMatchObject({ code: 'invalid_input', issues: [{ path }] })
  })
})
