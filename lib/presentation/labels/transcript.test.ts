import { expect, it } from 'vitest'
import type { Step } from '../transcript/step'
import { stepTimes, stepTitle } from './transcript'

const unknown = { model: null, offsetMs: null, durationMs: null, tokens: null, tries: null }

it.each([
  [{}, ''],
  [{ offsetMs: 0, durationMs: 0 }, ''],
  [{ offsetMs: 0.2, durationMs: 81, tokens: 2880 }, '81 ms · 2.88k tokens'],
  [{ offsetMs: 5, durationMs: 0 }, '+5 ms'],
  [{ model: 'm', tries: 2, offsetMs: 1200, durationMs: 30 }, 'm · 2 tries · +1.2 s · 30 ms'],
])('says when a step began and how long it took, unless both are less than a millisecond: %j', (known, text) => {
  expect(stepTimes({ ...unknown, ...known })).toBe(text)
})

it.each([
  ['a tool', { name: 'look_up', role: 'tool' }, 'Step 1, look_up, Tool'],
  ['one that is named like its role', { name: 'tool', role: 'tool' }, 'Step 1, Tool'],
  ['a plain step', { name: 'sum', role: 'step' }, 'Step 1, sum'],
  ['one with flaws', { name: 'sum', role: 'step', flaws: [{ label: 'Failed' }, {}] }, 'Step 1, sum, Failed'],
])('%s is named by its number, name, role and first flaw', (_, step, title) => {
  expect(stepTitle({ flaws: [], ...step } as unknown as Step, 0)).toBe(title)
})
