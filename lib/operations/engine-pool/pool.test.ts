import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { EngineInputError } from '@/lib/engine/input-error'
import { toQuestions } from '../runs/questions'
import { doublingSchema } from '../testing/doubling-schema'
import { makeProject, runBody } from '../testing/factories'
import { inEngine, runsInEngine } from './ask'
import { bundleWorker } from './build-worker'
import { TooSlow } from './pool'

const schema = doublingSchema()
const question = (id: string, contract?: object) => {
  const run = runInput.parse(runBody({ id, ...(contract && { contract }) }))
  return { run, measure: { contract: run.contract, criteria: run.criteria, durationMs: null, tokens: null } }
}

describe('a terminated thread', () => {
  it('does not affect the tasks of other threads', async () => {
    const [{ key: slow }, { key: other }] = [await makeProject(), await makeProject()]
    const ended = inEngine(slow, 'validate_output', { schema, output: 1 }, 300).catch((error: unknown) => error)
    const texts = Array.from({ length: 12 }, (_, at) => `In ${1900 + at} there were ${at} of 7.`.repeat(400))
    const kept = await Promise.all(texts.map((output) => inEngine(other, 'validate_output', { schema: {}, output })))
    expect(kept).toHaveLength(12)
    expect(await ended).toBeInstanceOf(TooSlow)
    expect(await inEngine(slow, 'validate_output', { schema: { type: 'number' }, output: 1 })).toMatchObject({
      valid: true,
    })
  })

  it('does not affect the runs before and after the slow one', async () => {
    const { key } = await makeProject()
    const runs = [
      question('a', { schema: {} }),
      question('b'),
      question('slow', { schema }),
      question('c', { schema: {} }),
    ]
    const outcomes = await runsInEngine(key, 'measure', toQuestions(runs), { limitMs: 500, maxTooSlow: 1 })
    expect(outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : Object.keys(outcome)[0]))).toEqual([
      'value',
      'value',
      'too slow',
      'not tried',
    ])
  })
})

it('rejects with the issues that the function itself would throw', async () => {
  const { key } = await makeProject()
  const bad = inEngine(key, 'validate_output', { schema: {}, output: 1, content: { minLength: -1 } })
  const error = await bad.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EngineInputError)
  expect(error).toMatchObject({ issues: [{ path: 'content.minLength' }] })
})

it('the worker bundle keeps regular expressions as they are written', async () => {
  expect((await bundleWorker()).text).not.toContain('new RegExp("')
})

it('the worker bundle includes neither database nor environment', async () => {
  const { sources } = await bundleWorker()
  const outside = /^(?:lib\/(?!engine\/|ingest\/|contracts\/|operations\/engine-pool\/)|app\/|components\/|scripts\/)/
  expect(sources.filter((source) => outside.test(source))).toEqual([])
  expect(sources.some((source) => source.includes('@prisma') || source.includes('/pg/'))).toBe(false)
})
