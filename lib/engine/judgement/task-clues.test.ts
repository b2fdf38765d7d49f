import { expect, it } from 'vitest'
import { attributeGuilt } from './guilty-step'
import type { FailedRunStep } from './step-roles'
import { lostCondition, readTask } from './task-clues'

it.each<[string, FailedRunStep[], { task?: unknown }, number, RegExp]>([
  [
    'is the one that calls with digits exchanged',
    [
      { role: 'assistant', content: 'cancel_order({"id": 4417})' },
      { role: 'tool', content: '{"id":4417,"status":"cancelled"}' },
      { role: 'assistant', content: 'Order 4417 is cancelled.' },
    ],
    { task: 'Cancel order 4471 for Ms Tran.' },
    0,
    /^it calls with 4417, where the task says 4471$/,
  ],
  [
    'is the one that hands the task on without one of its conditions',
    [
      { agent: 'Orchestrator', content: 'Finder, find a hotel in Ghent for 2 nights under 120 euros.' },
      { agent: 'Finder', content: 'Hotel Campanile, 95 euros, beside the station.' },
      { agent: 'Writer', content: 'I suggest Hotel Campanile at 95 euros.' },
    ],
    { task: 'Find a hotel in Ghent for 2 nights under 120 euros that is not near the station.' },
    0,
    /^it hands the task on without "not near the station"$/,
  ],
  [
    'is the lead that asks one who cannot do it',
    [
      { agent: 'Orchestrator', content: 'Calculator, please translate the contract into French.' },
      { agent: 'Calculator', content: 'I can only evaluate expressions.' },
      { agent: 'Orchestrator', content: 'There is no translation.' },
    ],
    {},
    0,
    /^whom it asks cannot do that$/,
  ],
  [
    'is the one that rests on old data where the task asks for the latest',
    [
      { agent: 'Lead', content: 'Check the seats left for tonight.' },
      { agent: 'Checker', content: 'Using the cached result from yesterday: 14 seats are left.' },
      { agent: 'Lead', content: 'There are 14 seats left.' },
    ],
    { task: 'How many seats are left for tonight?' },
    1,
    /^it rests on old data/,
  ],
])('the suggested step %s', (_what, steps, given, step, reason) => {
  const [top] = attributeGuilt({ ...given, steps }).suggestions
  expect(top).toMatchObject({ step, reason: expect.stringMatching(reason) })
})

it.each([
  ['Name three dishes without nuts, in German.', 'Three dishes with no nut, in German.', undefined],
  ['Name three dishes without nuts, in German.', 'Drei Gerichte ohne Erdnuss.', 'without nuts'],
  ['Find people with at least 8 years of experience.', 'Find people with 8 years.', undefined],
  ['Find people with at least 8 years of experience.', 'Find people.', 'at least 8 years of'],
  ['At least we should look at it.', 'Look.', undefined],
])('of the conditions of "%s" the text "%s" lost: %s', (task, text, lost) => {
  expect(lostCondition(readTask(task), text)).toBe(lost)
})
