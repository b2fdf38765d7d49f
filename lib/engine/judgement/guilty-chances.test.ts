import { describe, expect, it } from 'vitest'
import { attributeGuilt } from './guilty-step'

const failing = "exitcode: 1 (execution failed)\nNameError: name 'rows' is not defined"
const long = 'The report has been gathered from the archive and all of its parts were put in one list. '.repeat(4)

describe('the suggestions', () => {
  it('are at most three, by score, and asserted: false', () => {
    const steps = Array.from({ length: 9 }, (_, at) => ({ agent: `A${at % 2}`, content: `${long} ${at}` }))
    const { suggestions, asserted } = attributeGuilt({ steps })
    expect(asserted).toBe(false)
    expect(suggestions).toHaveLength(3)
    const scores = suggestions.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.reduce((sum, score) => sum + score, 0)).toBeLessThanOrEqual(1)
    for (const { reason } of suggestions) expect(reason).not.toBe('')
  })

  it('count the evidence for the only step of an agent once', () => {
    const scoresOf = (agents: readonly string[]) =>
      attributeGuilt({
        steps: agents.map((agent) => ({ agent, content: 'Go on, please.' })),
        outcome: 'Go on',
      }).suggestions.map(({ score }) => Math.round(score * 1e9))
    expect(scoresOf(['Reader', 'Writer', 'Checker'])).toEqual(scoresOf(['Reader', 'Reader', 'Reader']))
  })

  it('of all suspects have chances that sum to 1, however alike or unlike they are', () => {
    for (const outcome of ['Go on', undefined, failing]) {
      const steps = ['Reader', 'Writer'].map((agent) => ({ agent, content: `Go on, please, ${agent}.` }))
      const { suggestions } = attributeGuilt({ steps, outcome })
      expect(suggestions.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1)
    }
  })

  it('of a long run that nothing tells apart are surer of the first than its share, and unsure of it', () => {
    const steps = Array.from({ length: 60 }, (_, at) => ({ agent: `A${at % 4}`, content: `${long} ${at}` }))
    const [first, second] = attributeGuilt({ steps }).suggestions
    expect(first?.score).toBeGreaterThan(0.15)
    expect(first?.score).toBeLessThan(0.5)
    expect(second?.score).toBeLessThan(first?.score ?? 0)
  })

  it('are less sure of a step that stands out among many, where such were seldom named rightly', () => {
    const firstOf = (length: number) => {
      const steps = Array.from({ length }, () => ({ agent: 'Writer', content: 'Go on.' }))
      return attributeGuilt({ steps: [{ agent: 'Reader', error: failing }, ...steps] }).suggestions[0]?.score ?? 0
    }
    expect(firstOf(4)).toBeGreaterThan(0.5)
    expect(firstOf(15)).toBeLessThan(0.45)
  })

  it.each([40, 5000])('keep the end of an error, which tells it from others: after %d characters', (length) => {
    const error = `Error: request to ${'x'.repeat(length)} failed: certificate has expired`
    const { reason } = attributeGuilt({ steps: [{ agent: 'Fetcher', error }] }).suggestions[0] ?? { reason: '' }
    expect(reason).toMatch(/^it broke off with an error: Error: request to .* failed: certificate has expired/)
    expect(reason.length).toBeLessThan(600)
  })

  it('are empty for a run without steps', () => {
    expect(attributeGuilt({ steps: [] })).toEqual({ suggestions: [], asserted: false })
  })

  it('have no agent when the steps have none', () => {
    expect(attributeGuilt({ steps: [{ content: 'x' }] }).suggestions[0]?.agent).toBeNull()
  })
})
