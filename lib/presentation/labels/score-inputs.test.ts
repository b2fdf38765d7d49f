import { expect, it } from 'vitest'
import { scoreInputText } from './runs'

it.each([
  ['given', 'false', 'checked here'],
  ['given', 'true', 'result sent with the run'],
  ['errors', '0', 'no errors'],
  ['errors', '1', '1 error'],
  ['required', '5', '5 required fields'],
  ['missing', '2', '2 missing'],
  ['total tokens', '0.123456', 'total tokens 0.123'],
  ['something new', 'x', 'something new x'],
])('%s %s reads "%s"', (label, value, text) => {
  expect(scoreInputText({ label, value })).toBe(text)
})
