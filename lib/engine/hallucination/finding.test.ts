import { describe, expect, it } from 'vitest'
import { quoting } from './finding'

describe('evidence that quotes', () => {
  it.each([
    ['It ships on Monday.', 'The source says "It ships on Monday."'],
    ['It ships on Monday', 'The source says "It ships on Monday".'],
    ['Does it ship on Monday?', 'The source says "Does it ship on Monday?"'],
    ['He said “on Monday.”', 'The source says "He said “on Monday.”"'],
    ['x'.repeat(300), `The source says "${'x'.repeat(200)}".`],
  ])('%s ends with one full stop', (text, evidence) => {
    expect(quoting('The source says', text)).toBe(evidence)
  })
})
