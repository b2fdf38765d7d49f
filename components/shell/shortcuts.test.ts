import { expect, it } from 'vitest'
import { keyOf } from './shortcuts'

const pressed = (key: string, code: string, shiftKey = false) => keyOf({ key, code, shiftKey })

it.each([
  ['j', 'KeyJ', false, 'j'],
  ['X', 'KeyX', true, 'X'],
  ['о', 'KeyJ', false, 'j'],
  ['Ч', 'KeyX', true, 'X'],
  ['ח', 'KeyJ', false, 'j'],
  ['л', 'KeyK', false, 'k'],
  ['a', 'KeyQ', false, 'a'],
  ['?', 'Slash', true, '?'],
  ['7', 'Digit7', true, '7'],
  ['ф', '', false, 'ф'],
])('%s at %s (shift: %s) is %s', (key, code, shiftKey, name) => expect(pressed(key, code, shiftKey)).toBe(name))

it('is the same key with caps lock', () => {
  expect(pressed('X', 'KeyX')).toBe('x')
  expect(pressed('x', 'KeyX', true)).toBe('X')
})
