import { describe, expect, it } from 'vitest'
import { synthesizeFeedback } from '@/lib/engine/feedback/synthesize-feedback'
import { EngineInputError } from '@/lib/engine/input-error'

describe('synthesizeFeedback', () => {
  it('names the issues, what to work on and what to keep', () => {
    const feedback = synthesizeFeedback({
      overallScore: 0.65,
      issues: [
        { field: 'recommendations', issue: 'Only 2 of 5 required recommendations provided', fix: 'Add 3 more' },
        { field: 'citations', issue: 'Source [3] returns 404' },
      ],
      strengths: ['Clear structure', 'Good examples', 'Clear structure'],
    })
    expect(feedback).toEqual({
      overall_score: 0.65,
      specific_issues: [
        { field: 'recommendations', issue: 'Only 2 of 5 required recommendations provided', fix: 'Add 3 more' },
        { field: 'citations', issue: 'Source [3] returns 404', fix: null },
      ],
      strengths_to_preserve: ['Clear structure', 'Good examples'],
      iteration_guidance:
        'Focus on recommendations and citations. Do not rewrite what already works: Clear structure and Good examples.',
    })
  })

  it('puts critical issues first and keeps the order otherwise', () => {
    const severities = ['warning', undefined, 'info', 'critical', 'error', 'constructor', 'Critical']
    const issues = severities.map((severity, index) => ({ field: `f${index}`, issue: 'x', severity }))
    const { specific_issues, iteration_guidance } = synthesizeFeedback({ overallScore: 0.4, issues })
    expect(specific_issues.map(({ field }) => field)).toEqual(['f3', 'f6', 'f1', 'f4', 'f5', 'f0', 'f2'])
    expect(iteration_guidance).toBe('Start with what blocks acceptance, then work on f3, f6, f1, f4 and 3 more.')
  })

  it('lists at most eight issues and states how many are left out', () => {
    const issues = Array.from({ length: 11 }, (_, index) => ({ field: 'a', issue: `${index}` }))
    const { specific_issues, iteration_guidance } = synthesizeFeedback({ overallScore: 0.4, issues })
    expect(specific_issues).toHaveLength(8)
    expect(iteration_guidance).toContain('3 further issues are not listed.')
  })

  it('lists a repeated issue once, with its highest severity', () => {
    const issues = [
      { field: 'a', issue: 'missing', severity: 'warning', fix: 'add it' },
      { field: 'a', issue: 'missing', severity: 'critical' },
    ]
    const { specific_issues, iteration_guidance } = synthesizeFeedback({ overallScore: 0.4, issues })
    expect(specific_issues).toEqual([{ field: 'a', issue: 'missing', fix: 'add it' }])
    expect(iteration_guidance).toMatch(/^Start with/)
  })

  it('keeps the fix of a repeated issue, whichever of them has it', () => {
    const bare = { field: 'a', issue: 'missing' }
    for (const issues of [
      [bare, { ...bare, fix: 'add it' }],
      [{ ...bare, fix: 'add it' }, bare],
    ])
      expect(synthesizeFeedback({ overallScore: 0.5, issues }).specific_issues).toEqual([{ ...bare, fix: 'add it' }])
  })

  it.each([
    [['The total is right.'], 'Do not rewrite what already works: The total is right.'],
    [['Clear.', 'It runs!'], 'Do not rewrite what already works: Clear and It runs!'],
  ])('ends the guidance on the strengths %j with one full stop', (strengths, sentence) => {
    const { iteration_guidance } = synthesizeFeedback({ overallScore: 0.5, issues: [], strengths })
    expect(iteration_guidance).toBe(`No issue was found. ${sentence}`)
  })

  it('states when there is nothing to fix, and keeps a missing score null', () => {
    expect(synthesizeFeedback({ overallScore: null, issues: [] })).toEqual({
      overall_score: null,
      specific_issues: [],
      strengths_to_preserve: [],
      iteration_guidance: 'No issue was found.',
    })
  })

  it.each([1.2, -0.1, Number.NaN])('rejects the score %d', (overallScore) => {
    expect(() => synthesizeFeedback({ overallScore, issues: [] })).toThrow(EngineInputError)
  })
})
