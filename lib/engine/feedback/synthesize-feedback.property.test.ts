import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { synthesizeFeedback } from '@/lib/engine/feedback/synthesize-feedback'

const ranks: Record<string, number> = { critical: 0, error: 1, warning: 2, info: 3 }
const severity = fc.constantFrom('critical', 'error', 'warning', 'info', undefined)
const issue = fc.record({
  field: fc.constantFrom('a', 'b', 'c'),
  issue: fc.integer({ min: 0, max: 30 }).map((number) => `fault ${number}`),
  severity,
})
const issues = fc.uniqueArray(issue, { maxLength: 14, selector: (one) => `${one.field} ${one.issue}` })
const rankOf = (one: { severity: string | undefined }) => ranks[one.severity ?? 'error'] ?? -1

describe('synthesizeFeedback', () => {
  it('lists at most 8 issues, critical ones first, otherwise in the given order', () => {
    fc.assert(
      fc.property(issues, (given) => {
        const byRank = [0, 1, 2, 3].flatMap((rank) => given.filter((one) => rankOf(one) === rank))
        const { specific_issues, iteration_guidance } = synthesizeFeedback({ overallScore: 0.5, issues: given })
        expect(specific_issues).toEqual(
          byRank.slice(0, 8).map(({ field, issue: text }) => ({ field, issue: text, fix: null })),
        )
        const left = given.length - specific_issues.length
        expect(iteration_guidance.includes('not listed')).toBe(left > 0)
        if (left > 0) expect(iteration_guidance).toContain(`${left} further`)
      }),
    )
  })

  it('lists a repeated issue once, with its highest severity', () => {
    fc.assert(
      fc.property(issues, (given) => {
        const twice = given.flatMap((one) => [{ ...one, severity: 'info' }, one])
        const { specific_issues } = synthesizeFeedback({ overallScore: null, issues: twice })
        const once = synthesizeFeedback({ overallScore: null, issues: given })
        expect(specific_issues).toEqual(once.specific_issues)
      }),
    )
  })

  it('names every strength to preserve once, in the list and in the guidance', () => {
    const strengths = fc.array(fc.constantFrom('the summary', ' the table', 'the summary ', 'the tone', ' '), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(issues, strengths, (given, kept) => {
        const answer = synthesizeFeedback({ overallScore: 1, issues: given, strengths: kept })
        const named = [...new Set(kept.map((one) => one.trim()))].filter((one) => one !== '')
        expect(answer.strengths_to_preserve).toEqual(named)
        for (const one of named) expect(answer.iteration_guidance).toContain(one)
      }),
    )
  })
})
