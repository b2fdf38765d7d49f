import { expect, it } from 'vitest'
import { whatComesNext } from './dead-letters'

it.each([
  [1, 'Its only attempt failed. Needs a person.'],
  [3, 'All 3 attempts failed. Needs a person.'],
])('after %i failed attempts a person is needed', (maxAttempts, words) => {
  const letter = { status: 'pending', waitsFor: 'person', category: 'TRANSIENT', operation: 'tool:write' } as const
  expect(whatComesNext({ ...letter, attempts: maxAttempts, maxAttempts })).toBe(words)
})
