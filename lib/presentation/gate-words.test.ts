import { describe, expect, it } from 'vitest'
import { runConsequences, versionConsequences } from './gate-consequences'
import { askAboutEscalation } from './gate-questions'

describe('what a decision on a run does', () => {
  const one = { n: 1, dots: 1, moved: 1 }

  it.each([
    ['a run', one, null, 'The result is accepted as it is. This run counts as approved by a person.'],
    [
      'a run and a better attempt',
      { n: 1, dots: 2, moved: 2 },
      { attempt: 3 },
      'Attempt 3 is accepted with its caveat. This run and the best attempt count as approved by a person.',
    ],
    [
      'a run that has a review, and an attempt that has none',
      { n: 1, dots: 2, moved: 1 },
      { attempt: 3 },
      'Attempt 3 is accepted with its caveat. This run and the best attempt: 1 counts as approved by a person, the other keeps its own review.',
    ],
    [
      'runs that failed alike, more than are shown',
      { n: 60, dots: 50, moved: 47 },
      null,
      'The results of these 60 runs are accepted as they are. The latest 50 of them: 47 count as approved by a person, the others keep their own reviews.',
    ],
  ])('%s', (_, runs, best, approve) => {
    expect(runConsequences(runs, best).approve).toBe(approve)
  })

  it('approves nothing at a timeout', () => {
    expect(runConsequences(one, null).timeout).toContain('Nothing is approved')
  })
})

it('a version with one run that has a review says so, and what serves', () => {
  const version = { version: '1.1.0', isPublished: false, servesIfLive: '1.1.0', servesOtherwise: '1.0.0' }
  expect(versionConsequences({ n: 1, dots: 1, moved: 0 }, version)).toEqual({
    approve: '1.1.0 goes live and serves. Its run keeps its own review.',
    reject: '1.1.0 is rolled back; 1.0.0 serves. Nothing is deleted. Its run keeps its own review.',
    timeout: 'the chain halts at 1.1.0; 1.0.0 serves. Nothing is approved.',
  })
})

it.each([
  [
    'marginal',
    'Three attempts scored .75',
    'Three attempts scored .75. Accept the best attempt with its caveat, or reject it?',
  ],
  [null, 'Is it wrong? ', 'Is it wrong? Accept the result as it is, or reject it?'],
])('the gate of an escalated run (%s) asks about what would be accepted', (kind, reason, question) => {
  const given = { title: null, clientId: 'order-7', reason, kind }
  expect(askAboutEscalation(given)).toEqual({ title: 'order-7 needs a person', question })
})
