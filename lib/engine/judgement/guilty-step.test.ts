import { describe, expect, it } from 'vitest'
import { attributeGuilt } from './guilty-step'
import type { FailedRunStep } from './step-roles'

const failing = "exitcode: 1 (execution failed)\nNameError: name 'rows' is not defined"
const long = 'The report has been gathered from the archive and all of its parts were put in one list. '.repeat(4)
const topOf = (steps: FailedRunStep[], given: { task?: unknown; outcome?: unknown } = {}) =>
  attributeGuilt({ ...given, steps }).suggestions[0]

describe('the suggested step', () => {
  it.each<[string, FailedRunStep[], { task?: unknown; outcome?: unknown }, number, RegExp]>([
    [
      'is the one whose code failed, not the terminal that reports it',
      [
        { agent: 'Planner', content: 'Read the file and sum it.' },
        { agent: 'Coder', content: 'print(sum(rows))' },
        { agent: 'Terminal', content: failing },
      ],
      {},
      1,
      /first to fail: NameError/,
    ],
    [
      'is the call that a tool refused, when only the role identifies the tool',
      [
        { role: 'user', content: 'What is due?' },
        { role: 'assistant', content: long },
        { role: 'assistant', content: 'Let me look that up.' },
        { role: 'tool', error: 'HTTP 500' },
      ],
      {},
      2,
      /first to fail: HTTP 500/,
    ],
    [
      'is named with the message of an error, not the object around it',
      [
        { agent: 'Planner', content: long },
        { agent: 'tools', role: 'tool', error: { message: 'HTTP 500', httpStatus: 500 } },
      ],
      {},
      0,
      /first to fail: HTTP 500$/,
    ],
    [
      'is the request that failed, not the agent around it that failed because of it',
      [
        { agent: 'agent', role: 'agent', error: 'HTTP 503 from the model', isCascade: true },
        { agent: 'ChatModel', role: 'llm', error: 'HTTP 503 from the model' },
      ],
      { task: 'Which chemicals does the paper about sweet potato viruses name for its testing method?' },
      1,
      /broke off with an error/,
    ],
    [
      'is the call that ended the run, not an earlier one whose error it recovered from',
      [
        { agent: 'model', role: 'llm', content: 'look it up' },
        { agent: 'lookup', role: 'tool', error: '404 Not Found', isHandled: true },
        { agent: 'model', role: 'llm', content: 'then save it' },
        { agent: 'save', role: 'tool', error: 'ECONNREFUSED' },
      ],
      {},
      2,
      /first to fail: ECONNREFUSED/,
    ],
    [
      'is the one whose error the run recovered from, if there is no other',
      [
        { agent: 'model', role: 'llm', content: long },
        { agent: 'lookup', role: 'tool', error: '404 Not Found', isHandled: true },
        { agent: 'model', role: 'llm', content: `${long} The first archive was missing.` },
      ],
      {},
      0,
      /first to fail: 404/,
    ],
    [
      'is the call that a tool answered with an error as an object',
      [
        { agent: 'Planner', content: long },
        { role: 'assistant', content: 'Let me look that up.' },
        { role: 'tool', content: { status: 500, error: { message: 'db down' } } },
      ],
      {},
      1,
      /first to fail: .*db down/,
    ],
    [
      'is the call that a tool answered with the status of an error',
      [
        { agent: 'Planner', content: long },
        { role: 'assistant', content: 'subscribe("kim@north.example")' },
        { role: 'tool', content: '{"status":"error","message":"address is blocked"}' },
      ],
      {},
      1,
      /first to fail: .*blocked/,
    ],
    [
      'is the call that a tool refused in another language',
      [
        { agent: 'Planer', content: long },
        { agent: 'Sucher', content: 'Ich frage die Datenbank.' },
        { role: 'tool', content: 'Fehler: Verbindung abgelehnt' },
        { agent: 'Planer', content: 'Die Verbindung wurde abgelehnt. Ich schließe den Auftrag für heute ab.' },
      ],
      {},
      1,
      /first to fail: Fehler/,
    ],
    [
      'is the first one if that broke off, with the innermost cause of its error',
      [
        { agent: 'Loader', error: { code: 'E1', cause: { message: 'disk full' } } },
        { agent: 'Writer', content: 'ok' },
      ],
      {},
      0,
      /^it broke off with an error: disk full$/,
    ],
    [
      'is the one that broke off, not the caller of a tool whose answer was not recorded',
      [
        { agent: 'plan', role: 'llm' },
        { agent: 'Fetcher', role: 'tool' },
        { agent: 'Writer', role: 'llm', error: 'Unexpected token < in JSON at position 7' },
      ],
      {},
      2,
      /^it broke off with an error/,
    ],
    ['is the only one', [{ content: 'I found nothing.' }], {}, 0, /^it is the only step$/],
    [
      'is the one that continues with invented values',
      [
        { agent: 'Lead', content: long },
        { agent: 'Analyst', content: long },
        { agent: 'Checker', content: `${long} We assume that the rate is typical.` },
      ],
      {},
      2,
      /invented/,
    ],
    [
      'is the first, when it starts with another task',
      [
        { agent: 'Debugger', content: `There is a script that adds even numbers; correct it. ${long}` },
        { agent: 'Tester', content: long },
      ],
      { task: 'Which chemicals does the paper about sweet potato viruses name for its testing method?' },
      0,
      /hardly mentions the task/,
    ],
    [
      'is not the first for calling a tool instead of repeating the task',
      [
        { role: 'assistant', content: 'get_hours({"name":"Lena"})' },
        { role: 'tool', content: '{"mon":7.5,"tue":8}' },
        { role: 'assistant', content: 'Lena worked 14 hours.' },
      ],
      { task: 'How many hours did Lena work on the first days of this week?', outcome: '14 hours' },
      2,
      /first to state the outcome/,
    ],
    [
      'is the one that goes on as if what failed had not',
      [
        { role: 'assistant', content: 'update_customer({"id":12})' },
        { role: 'tool', content: 'Error: 409 conflict, the record is locked' },
        { role: 'assistant', content: 'Done! The phone number has been changed.' },
      ],
      {},
      2,
      /^it goes on as if this had not failed: Error: 409/,
    ],
    [
      'is the call that failed, if the next step says so',
      [
        { role: 'assistant', content: 'update_customer({"id":12})' },
        { role: 'tool', content: 'Error: 409 conflict, the record is locked' },
        { role: 'assistant', content: 'The record is locked, so I could not change the number.' },
      ],
      {},
      0,
      /first to fail/,
    ],
    [
      'is the one that miscalculates',
      [
        { agent: 'Reader', content: 'The courses had 18, 22, 31 and 9 participants.' },
        { agent: 'Adder', content: '18 + 22 + 31 + 9 = 70' },
        { agent: 'Writer', content: 'Altogether 70 people took part.' },
      ],
      {},
      1,
      /^it miscalculates: 18 \+ 22 \+ 31 \+ 9 is 80\.$/,
    ],
    [
      'is the lead that declares an unfinished task done',
      [
        { agent: 'human', content: 'Find the price.' },
        { agent: 'Orchestrator', content: long },
        { agent: 'Surfer', content: 'I scrolled down.' },
        { agent: 'Orchestrator', content: `Request satisfied. ${long}` },
      ],
      {},
      3,
      /calls the task done/,
    ],
    [
      'is the one that states the outcome first',
      [
        { agent: 'A', content: long },
        { agent: 'B', content: `${long} It is the Valley Loop.` },
        { agent: 'C', content: `${long} So, the Valley Loop.` },
      ],
      { outcome: 'Valley Loop' },
      1,
      /first to state the outcome/,
    ],
  ])('%s', (_what, steps, given, step, reason) => {
    expect(topOf(steps, given)).toMatchObject({ step, reason: expect.stringMatching(reason) })
  })

  it('is never a person or a machine if there is an agent', () => {
    const steps = [
      { agent: 'human', content: 'error: I assume 5' },
      { agent: 'Coder', content: 'ok' },
      { agent: 'Computer_terminal', content: failing },
    ]
    expect(attributeGuilt({ steps }).suggestions).toEqual([
      { step: 1, agent: 'Coder', score: 1, reason: expect.any(String) },
    ])
  })
})

describe('a value that is told', () => {
  const reasonOf = (content: string) =>
    topOf([
      { agent: 'Planner', content: 'How long does it take?' },
      { agent: 'Expert', content },
    ])?.reason ?? ''

  it.each([
    ['is approximate', 'The walk takes approximately 5 minutes.', false],
    ['is assumed in a proof', 'Assume that all are human. Then the first one lies, which contradicts that.', false],
    ['is assumed', 'Assuming that the walk takes 5 minutes, we go on.', true],
    ['is approximated', 'We can approximate the walk by 5 minutes.', true],
    ['is typical', 'Such walks typically take 5 to 10 minutes.', true],
    ['is said to depend typically', 'How long it takes typically depends on the path. We walked for 5 minutes.', false],
  ])('is an invention only where it is none of the run: one that %s', (_what, content, isInvented) => {
    expect(reasonOf(content).includes('assumed or invented')).toBe(isInvented)
  })
})

describe('what a step ran', () => {
  it.each([
    ['exitcode: 1 (execution failed)\nCode output: \nunknown language ', /fail(?:ed)?: unknown language$/],
    ['exitcode: 3 (execution failed)\nCode output: ', /fail(?:ed)?: exitcode: 3 \(execution failed\)$/],
  ])('is told by what it answered, or else by its exit code: %j', (content, reason) => {
    const steps = [
      { agent: 'Planner', content: 'Print the rows.' },
      { agent: 'Coder', content: '```sh\nprint rows\n```' },
      { agent: 'Computer_terminal', content },
    ]
    expect(topOf(steps)?.reason).toMatch(reason)
  })
})
