import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstVersion, notWorse, regressionOf, tooFewRuns, undecided } from '../testing/regressions'
import { toJunit } from './to-junit'
import { toMarkdown } from './to-markdown'

const scenarios = [
  { scenario: 'fell', prior: 0.9, current: 0.4, drop: 0.5 },
  { scenario: 'rose', prior: 0.4, current: 0.9, drop: -0.5 },
  { scenario: 'gone', prior: 0.9, current: null, drop: null },
  { scenario: 'new', prior: null, current: 0.9, drop: null },
]

const caseOf = (xml: string, name: string) =>
  new RegExp(`<testcase classname="[^"]*" name="${name}"[^>]*>([\\s\\S]*?)</testcase>`).exec(xml)?.[1] ?? 'no such case'

describe('toJunit', () => {
  it('has a suite with n, drop and interval as properties', () => {
    const xml = toJunit([regressionOf(), notWorse()])
    expect(xml.match(/<testsuite /g)).toHaveLength(2)
    expect(xml).toContain('<property name="n" value="3"/>')
    expect(xml).toContain('<property name="drop" value="0.0667"/>')
    expect(xml).toContain('<property name="interval" value="0.01 0.11"/>')
    expect(xml).toContain('<property name="verdict" value="regression"/>')
    expect(xml).toContain('<property name="word" value="inconclusive"/>')
    expect(xml).toContain('<property name="probability_of_regression" value="0.6"/>')
    expect(xml).toContain('<property name="runs_to_settle" value="4"/>')
  })

  it('fails the verdict and the scenarios that dropped, and skips unmeasured ones', () => {
    const xml = toJunit([regressionOf({ scenarios })])
    expect(caseOf(xml, 'quality')).toContain(
      '<failure message="inconclusive, regressed by the rule: 1.1.0: quality 0.7733',
    )
    expect(caseOf(xml, 'scenario: fell')).toContain('<failure')
    expect(caseOf(xml, 'scenario: rose')).not.toContain('<failure')
    for (const name of ['gone', 'new']) expect(caseOf(xml, `scenario: ${name}`)).toContain('<skipped')
    expect(xml).toContain('<testsuites name="veritas regression" tests="5" failures="2" errors="0" skipped="2"')
  })

  it('qualifies the verdict where different engines scored the versions, as the summary does', () => {
    const warnings = [{ kind: 'engine' as const, text: '1.0.0 was scored by engine 1.8.0, 1.1.0 by engine 1.30.0.' }]
    for (const regression of [regressionOf({ warnings }), { ...notWorse(), warnings }])
      expect(caseOf(toJunit([regression]), 'quality')).toContain('1.0.0 was scored by engine 1.8.0')
    expect(toMarkdown([regressionOf({ warnings })])).toContain('1.0.0 was scored by engine 1.8.0')
  })

  it.each([
    ['not worse', notWorse(), 0, 0],
    ['not settled by the odds', undecided(), 0, 1],
    ['too few runs', tooFewRuns(), 0, 1],
    ['no previous version', firstVersion(), 0, 1],
  ])('never fails because of a single scenario or factor: %s', (_, regression, failures, skipped) => {
    const xml = toJunit([{ ...regression, scenarios: scenarios.slice(0, 2) }])
    expect(xml).toContain(`failures="${failures}" errors="0" skipped="${skipped}"`)
  })

  it('is well-formed XML for any names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (chain, scenario) => {
        const xml = toJunit([regressionOf({ chain, scenarios: [{ scenario, prior: 1, current: 0, drop: 1 }] })])
        const bare = xml.replace(/"[^"<>]*"/g, '""')
        expect(bare.match(/<testcase /g)).toHaveLength(2)
        expect(bare.match(/&(?!amp;|lt;|gt;|quot;)/g)).toBeNull()
        expect([...xml].filter((character) => character < ' ' && !'\n\r\t'.includes(character))).toEqual([])
      }),
    )
  })
})

describe('toMarkdown', () => {
  it('lists all versions, and details of a regressed one', () => {
    const gate = {
      id: '0198c000-0000-7000-8000-000000000001',
      state: 'pending',
      undone: false,
      url: 'http://d.test/g',
    } as const
    const text = toMarkdown([regressionOf({ scenarios, gate }), notWorse(), tooFewRuns(), firstVersion()])
    expect(text.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(6)
    expect(text).toContain('- Completeness: 0.9 to 0.7')
    expect(text).toContain('- scenario `fell`: 0.9 to 0.4')
    expect(text).not.toContain('scenario `rose`')
    expect(text).toContain('[Gate: pending](http://d.test/g)')
    expect(text.match(/^### /gm)).toHaveLength(1)
  })

  it('has the verdict, the change, the interval and the probability of each', () => {
    const sure = regressionOf({ word: 'regressed' })
    const rows = toMarkdown([regressionOf(), sure, notWorse(), undecided(), tooFewRuns()]).split('\n')
    const cells = rows.filter((row) => row.startsWith('| ') && row.includes('answers')).map((row) => row.split(' | '))
    expect(cells.map((row) => [row[0], row[3]])).toEqual([
      ['| \u274c', 'inconclusive, regressed by the rule'],
      ['| \u274c', 'regressed'],
      ['| \u2705', 'not worse'],
      ['| \u26a0\ufe0f', 'inconclusive, not worse by the rule'],
      ['| \u26a0\ufe0f', 'too few runs'],
    ])
    expect(cells[0]?.slice(7)).toEqual(['\u22120.07', '0.01 to 0.11', '60% |'])
  })

  it('lists the factors that fell, and none that rose or stayed', () => {
    const [fell] = regressionOf().factors
    if (!fell) throw new Error('the version has no factor')
    const factors = [fell, { ...fell, label: 'Rose', change: 0.2 }, { ...fell, label: 'Stayed', change: 0 }]
    const lines = toMarkdown([regressionOf({ factors })]).split('\n')
    expect(lines.filter((line) => line.startsWith('- '))).toEqual(['- Completeness: 0.9 to 0.7'])
  })

  it('tells too few runs from nothing measured on both sides', () => {
    const text = toMarkdown([tooFewRuns()])
    expect(text).toContain('1.1.0 has 1 live run with a score; 3 are needed.')
    const apart = { ...tooFewRuns(), delta: null, comparedOn: [] }
    expect(toMarkdown([apart])).toContain('1.1.0 and 1.0.0 were measured on no factor in common that counts.')
    expect(toMarkdown([{ ...apart, comparedOn: null }])).toContain('3 are needed')
  })

  it('has details of the only version, worse or not', () => {
    expect(toMarkdown([undecided()])).toContain('The chance of any drop is 70%, of more than 0.05 50%')
    expect(toMarkdown([firstVersion()])).not.toContain('###')
  })

  it('keeps its table intact for any names, and mentions no users', () => {
    const text = toMarkdown([notWorse(), { ...notWorse(), chain: 'a|b`c\n@team <img>' }])
    const lines = text.split('\n').filter((line) => line.startsWith('|'))
    const columns = lines.map((line) => line.replaceAll('\\|', '').split('|').length)
    expect(new Set(columns).size).toBe(1)
    expect(text).not.toMatch(/@team|(?<!\\)<img/)
  })

  it('states if there is no version', () => {
    expect(toMarkdown([])).toContain('No chain has a version')
  })
})
