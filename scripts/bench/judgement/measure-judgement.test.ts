import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readLabelledData } from './labelled-data'
import { measureJudgement } from './measure-judgement'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'labelled-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, rows: readonly unknown[]) {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

function writeAll() {
  const signals = (names: readonly string[]) =>
    times(48, (at) => ({
      group: `g${at % 24}`,
      signals: Object.fromEntries(names.map((name, place) => [name, at % 7 === place ? null : (at % 10) / 9])),
      human_binary: at % 10 > 4 ? 1 : 0,
    }))
  write('frank/signals.jsonl', signals(['bertscore_p_art', 'factcc', 'qags']))
  write('gepa-confidence/signals.jsonl', signals(['self_logprob', 'peer_default_prompt', 'peer_tuned_prompt']))
  write(
    'tau-bench/runs.jsonl',
    times(24, (at) => ({
      run_id: `r${at}`,
      task_id: at % 12,
      reward: at % 2,
      instruction: `Change booking ${at % 12}.`,
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', tool_calls: [{ function: { name: 'find_booking', arguments: '{}' } }] },
        { role: 'tool', name: 'find_booking', content: at % 2 ? 'found' : 'Error: no such booking' },
        { role: 'assistant', content: at % 2 ? 'It is changed.' : 'I am sorry, I cannot do that.' },
      ],
    })),
  )
  write('who-when/failures.jsonl', [
    {
      question: 'How many?',
      mistake_agent: 'Coder',
      mistake_step: '1',
      history: [
        { agent: 'Planner', role: 'assistant', content: 'Count them.' },
        { agent: 'Coder', role: 'assistant', content: 'Assume there are 7.' },
        { agent: 'Computer_terminal', role: 'user', content: 'exitcode: 1 (execution failed)' },
      ],
    },
  ])
  write('convergence/series.jsonl', [{ scores: [50, 60, 60, 60], test_scores: null, n_eval: 100 }])
  write('halueval-qa/items.jsonl', [
    { source: 'Ada was born in Oslo.', right: 'Oslo', invented: 'Rome' },
    { source: 'The river is 90 km long.', right: '90 km', invented: '70 km, and it has been that long for ages.' },
  ])
  write('failure-messages/messages.jsonl', [
    { message: 'HTTP 429 Too Many Requests', label: 'rate_limited', retryable: true },
    { message: 'no idea', label: 'unknown', retryable: false },
  ])
}

function measure() {
  const data = readLabelledData(folder)
  if (data === null) throw new Error('a named folder is read or refused')
  return measureJudgement(data).rows
}

it('every figure is measured, and all but the times are the same a second time', () => {
  writeAll()
  const withoutTimes = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.slice(0, -1))
  const rows = measure()
  const ours = rows.map(([name, , , own]) => [name, own])
  expect(ours.filter(([, own]) => !/^-?\d/.test(own ?? ''))).toEqual([])
  expect(new Set(rows.map(([name]) => name?.split(/[, ]/)[0]))).toEqual(
    new Set(['confidence', 'true', 'forecast', 'guilty', 'stop', 'hallucination', 'failure']),
  )
  expect(withoutTimes(measure())).toEqual(withoutTimes(rows))
})

it('a missing set is reported in its row, and the others are measured', () => {
  write('failure-messages/messages.jsonl', [{ message: 'no idea', label: 'unknown', retryable: false }])
  const rows = measure()
  expect(rows.filter((cells) => cells.includes('not on this machine')).map(([name]) => name)).toEqual([
    'frank',
    'gepa-confidence',
    'tau-bench',
    'who-when',
    'convergence',
    'halueval-qa',
  ])
  expect(rows.at(-1)?.slice(0, 5)).toEqual(['failure class, 1 messages: retry', '1.000', '0.530', '1.000', '1.000'])
})

it('a named folder that is missing is refused by name', () => {
  const missing = join(folder, 'nowhere')
  expect(() => readLabelledData(missing)).toThrow(`The folder ${missing} is not on this machine.`)
})

it('an invalid line is refused with file, line and field', () => {
  write('failure-messages/messages.jsonl', [
    { message: 'no idea', label: 'unknown', retryable: false },
    { message: 'no idea', label: 'odd', retryable: false },
  ])
  expect(() => readLabelledData(folder)).toThrow(/messages\.jsonl, line 2:[\s\S]*label/)
})
