import { expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { seededRng } from '@/lib/engine/stats/random'
import { toolCases } from './measure-tools'
import { scoringBodyMaker } from './scoring-bodies'

const kilobytes = (value: unknown) => Math.round(JSON.stringify(value).length / 1000)

it('a body is as the bench describes it', () => {
  const nextBody = scoringBodyMaker(seededRng(1))
  for (let count = 0; count < 20; count++) {
    const run = runInput.parse(nextBody())
    expect([run.nodes.length, run.signals.length, run.status]).toEqual([10, 4, 'completed'])
    expect(run.contract?.schema).toBeDefined()
    const { accuracy_criteria = {} } = run.criteria ?? {}
    expect(Object.values(accuracy_criteria).flatMap((rules) => Object.values(rules))).toHaveLength(20)
    expect([8, 9]).toContain(kilobytes(run.output))
    expect(run.sources?.map(({ text }) => kilobytes(text))).toEqual([3, 3, 3])
  }
})

it('the tools have a light and a heavy input', () => {
  expect(toolCases().map(({ size, input }) => [size, kilobytes(input) > 10])).toEqual([
    ['light', false],
    ['heavy', true],
  ])
})
