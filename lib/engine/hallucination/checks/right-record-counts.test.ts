import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ span, evidence }) => [span.text, evidence])

const states = [
  ['K100', 'open'],
  ['M107', 'done'],
  ['P114', 'open'],
  ['K121', 'blocked'],
] as const
const table = `| task | status |\n|---|---|\n${states.map((row) => `| ${row.join(' | ')} |`).join('\n')}`
const json = JSON.stringify(states.map(([task, status]) => ({ task, status })))
const list = states.map(([task, status]) => `- Task ${task} is ${status}`).join('\n')

describe('the number of records in a state', () => {
  it.each([
    ['it is right', 'Two of the four tasks are open.', table],
    ['it is right in a list', 'There are two open tasks.', list],
    ['it is of others', 'Three people are open.', table],
    ['it is of as many others', 'Three of the nine tasks are open.', table],
    ['the sources list a page of them', 'Nine tasks are open.', `${json}\n{"total": 40}`],
    ['the sources count them otherwise', 'Three tasks are open.', `${list}\nThree tasks were open on Monday.`],
    [
      'two tables have the state',
      'Three tasks are open.',
      `${table}\n\n| door | state |\n|---|---|\n| A | open |\n| B | shut |`,
    ],
  ])('is not where %s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
