import { expect, it } from 'vitest'
import { toggleReason } from './decide-dialog'

it.each([
  ['', 'It is worse.', 'It is worse.'],
  ['Seen by me.', 'It is worse.', 'Seen by me. It is worse.'],
  ['Seen by me. It is worse.', 'It is worse.', 'Seen by me.'],
  ['It is worse. Seen by me.', 'It is worse.', 'Seen by me.'],
  ['Seen. It is worse. By me.', 'It is worse.', 'Seen. By me.'],
])('toggleReason turns %j with %j into %j', (reason, canned, expected) => {
  expect(toggleReason(reason, canned)).toBe(expected)
})
