import { describe, expect, it } from 'vitest'
import { makeSpan, nodeOf, onlyRun } from '../testing/spans'
import { answeredIn, askedIn, crewTask, crewTasks, spokenIn } from './envelopes'

describe('what an agent was asked', () => {
  const state = { run_messages: "RunMessages(messages=[Message(role='user', content='Why?')])" }

  it.each([
    ['the argument beside objects of the program and ids', { ...state, message: 'Why?', session_id: 's' }, 'Why?'],
    [
      'several arguments',
      { ...state, message: 'Why?', audience: 'all', images: [] },
      { message: 'Why?', audience: 'all' },
    ],
    [
      'nothing',
      { agent: "id=UUID('5b') role='Clerk' llm=<shop.LLM object at 0x7f>", tools: [], context: '' },
      undefined,
    ],
    ['an object with an address', { chain: '<shop.Chain object at 0x7f1a>', question: 'Why?' }, 'Why?'],
    [
      'input without such objects, as it is',
      { question: 'Why?', session_id: 's' },
      { question: 'Why?', session_id: 's' },
    ],
    ['text', "Message(role='user')", "Message(role='user')"],
  ])('is %s', (_, input, asked) => {
    expect(askedIn(input)).toEqual(asked)
  })

  it('is the tasks of a crew', () => {
    const task = { id: 't', description: 'Sum up.', expected_output: 'A line', agent_role: 'Clerk' }
    const told = { description: 'Sum up.', expected_output: 'A line' }
    expect(crewTasks({ crew_tasks: JSON.stringify([task]), crew_inputs: '' })).toEqual(told)
    expect(crewTasks({ crew_tasks: JSON.stringify([task, task]), crew_inputs: '{"city":"Rome"}' })).toEqual({
      inputs: { city: 'Rome' },
      tasks: [told, told],
    })
    expect(crewTasks({ crew_tasks: '[{"id":"t"}]' })).toBeUndefined()
  })

  it('is the messages of a prompt in one text', () => {
    expect(spokenIn('system: Be brief.\nNow.\nuser: Why?\nassistant: None\n')).toEqual([
      { role: 'system', content: 'Be brief.\nNow.' },
      { role: 'user', content: 'Why?' },
    ])
    for (const text of ['user of ours: why?', 'Note\nuser: why?', 'system: alone']) expect(spokenIn(text)).toBe(text)
  })
})

it.each([
  ['a crew', { raw: '# Hi', pydantic: null, json_dict: null, tasks_output: [], token_usage: {} }, '# Hi'],
  ['a crew with a shape', { raw: '{"a":1}', pydantic: null, json_dict: { a: 1 }, tasks_output: [] }, { a: 1 }],
  ['Agno', { content: '# Hi', content_type: 'str', run_id: 'r' }, '# Hi'],
  ['Google’s ADK', { content: { parts: [{ text: 'Hi' }], role: 'model' }, invocation_id: 'e' }, 'Hi'],
  ['others, as it is', { content: 'Hi', title: 'T' }, { content: 'Hi', title: 'T' }],
])('returns the answer of %s', (_, output, answer) => {
  expect(answeredIn(output)).toEqual(answer)
})

it.each([
  ['its name', { output: { name: 'greet', agent: 'Greeter', raw: 'Hi' } }, 'greet'],
  ['the role of its agent', { output: { name: null, agent: 'Greeter', raw: 'Hi' } }, 'Greeter'],
  ['that role, if it did not end', { input: { agent: "id=UUID('5b') role='Greeter' goal='Greet'" } }, 'Greeter'],
  ['nothing, if it says none', { input: { agent: 'Agent(x=1)' }, output: 'Hi' }, undefined],
])('a task of CrewAI is called by %s', (_, facts, name) => {
  expect(crewTask('Task._execute_core', facts)).toBe(name)
  expect(crewTask('Task.execute_sync', facts)).toBe(name)
  expect(crewTask('Crew.kickoff', facts)).toBeUndefined()
})

it('asks and answers a run of CrewAI by the task and the text of its crew', () => {
  const said = { raw: '# Hi', tasks_output: [{ raw: '# Hi' }] }
  const run = onlyRun([
    makeSpan({ id: '1', ms: [0, 9], name: 'my-trace' }),
    makeSpan({
      id: '2',
      parent: '1',
      ms: [1, 8],
      name: 'Crew.kickoff',
      attributes: {
        'openinference.span.kind': 'CHAIN',
        'output.value': JSON.stringify(said),
        crew_tasks: '[{"description":"Greet."}]',
      },
    }),
    makeSpan({
      id: '3',
      parent: '2',
      ms: [2, 7],
      name: 'Task._execute_core',
      attributes: {
        'openinference.span.kind': 'AGENT',
        'input.value': `{"agent":"Agent(role='Greeter', goal='Greet')","tools":[]}`,
      },
    }),
  ])
  expect(run).toMatchObject({ request: { description: 'Greet.' }, output: '# Hi' })
  expect(nodeOf(run, '2')?.output).toEqual(said)
  expect(nodeOf(run, '3')?.name).toBe('Greeter')
})
