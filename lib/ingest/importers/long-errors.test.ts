import { expect, it } from 'vitest'
import { ERROR_TEXT_MAX } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { runOf } from '../testing/run-of'
import { anthropicBatch, openaiBatch } from './batch-logs'
import { mappedRun } from './field-map'
import { inspectLog } from './inspect-log'
import { promptfooResult } from './promptfoo'
import { tauBench } from './tau-bench'
import { whoWhen } from './who-when'

const LONG = `exitcode: 1 (execution failed) ${'Zeile 👩‍👧 '.repeat(20_000)}`
const called = { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'find', arguments: '{}' } }] }
const answered = { role: 'tool', tool_call_id: 'a', name: 'find', content: `Error: ${LONG}` }
const evaluation = { eval_id: 'e', run_id: 'r', task: 'quiz', created: '2026-01-01T00:00:00Z', model: 'm' }

const imports: Record<string, () => RunBody> = {
  promptfoo: () => runOf(promptfooResult({ id: 'a', testIdx: 0, promptIdx: 0, response: { error: LONG } })),
  inspect: () =>
    runOf(
      inspectLog({
        ...{ version: 2, status: 'success', eval: evaluation },
        samples: [{ id: 1, epoch: 1, input: 'Is it?', messages: [], error: { message: LONG, traceback: LONG } }],
      })[0],
    ),
  'a batch of OpenAI': () => runOf(openaiBatch({ custom_id: 'a', response: null, error: { message: LONG } })),
  'a batch of Anthropic': () =>
    runOf(anthropicBatch({ custom_id: 'a', result: { type: 'errored', error: { message: LONG } } })),
  'tau-bench': () => runOf(tauBench({ task_id: 1, reward: 0, trial: 0, info: {}, traj: [called, answered] })),
  'Who&When': () => runOf(whoWhen({ run_id: 'a', question: 'Why?', history: [{ role: 'terminal', content: LONG }] })),
  'a table': () => runOf(mappedRun({ id: 'a', error: LONG }, { id: 'id', error: 'error' }, { chain: 'table' })),
}

it.each(Object.keys(imports))('an error of %s that is too long costs no run: it is cut, and says so', (name) => {
  const run = imports[name]?.()
  const errors = [run?.error, ...(run?.nodes ?? []).map(({ error }) => error)]
  const texts = errors.flatMap((error) => (error ? [typeof error === 'string' ? error : error.message] : []))
  expect(texts).not.toEqual([])
  for (const text of texts) {
    expect(text).toMatch(/^(Error: )?exitcode: 1 [\s\S]+… \(\d+ more characters\)$/)
    expect(text.length).toBeLessThanOrEqual(ERROR_TEXT_MAX)
    expect(text.isWellFormed()).toBe(true)
  }
})
