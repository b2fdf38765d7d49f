import { expect, it } from 'vitest'
import { blockedReason } from '../iteration/decide-iteration'
import { closedText } from './closed-text'

it.each([
  ['Plain text, \u05e9\u05dc\u05d5\u05dd, with a mark\u200e', 0],
  ['\u202eturned\u202c back', 0],
  ['\u2068isolated\u2069', 0],
  ['\u202eturned', '\u202c'],
  ['\u2067isolated \u202eand turned', '\u202c\u2069'],
  ['\u2067isolated \u202eand turned\u2069', 0],
  ['closed before\u202c\u2069', 0],
] as const)('%j', (text, closing) => {
  expect(closedText(text)).toBe(closing === 0 ? text : text + closing)
  expect(closedText(closedText(text))).toBe(closedText(text))
})

it('what blocks a run leaves the rest of the reason as it is', () => {
  expect(blockedReason(['step a failed: \u202etxet'], 2)).toBe(
    'Blocked: step a failed: \u202etxet\u202c. 2 attempts are left.',
  )
})
