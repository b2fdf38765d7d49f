import { expect, it } from 'vitest'
import { limitText, scoreText } from './score-text'

it.each([
  [0.487, 0.8, '0.49'],
  [0.7962, 0.8, '0.796'],
  [0.79996, 0.8, '0.79996'],
  [0.79999996, 0.8, '0.79999996'],
  [0.79999999995, 0.8, '0.80'],
  [0.5996, 0.6, '0.5996'],
  [0.8, 0.8, '0.80'],
  [0.804, 0.8, '0.80'],
  [0.8492, 0.85, '0.849'],
  [0, 0.3, '0.00'],
  [1, undefined, '1.00'],
])('a score of %d against %d reads on its side of the threshold: %s', (score, threshold, text) => {
  expect(scoreText(score, threshold)).toBe(text)
})

it.each([
  [0.797, '0.797'],
  [0.5996, '0.5996'],
  [0.704, '0.70'],
  [0.8, '0.80'],
])('a score of %d keeps its side of the nearer of two thresholds: %s', (score, text) => {
  expect(scoreText(score, 0.8, 0.6)).toBe(text)
})

it.each([
  [0.8, '0.80'],
  [0.5, '0.50'],
  [0.855, '0.855'],
  [0.8512, '0.8512'],
  [1, '1.00'],
])('a threshold has two decimals, and more only if it needs them: %d is %s', (threshold, text) => {
  expect(limitText(threshold)).toBe(text)
})
