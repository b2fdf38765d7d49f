import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Regression } from '@/lib/contracts/regressions'
import { runProgram } from '../run-program'
import { deskTerminal } from '../testing/desk-terminal'
import { ownFolder } from '../testing/own-folder'
import { firstVersion, notWorse, regressionOf, tooFewRuns, undecided } from '../testing/regressions'

const folder = ownFolder()

const deskOf = (...regressions: Regression[]) => deskTerminal(() => Response.json({ regressions }))

describe('veritas regression', () => {
  it.each([
    ['worse by the rule, not settled by the odds', [regressionOf()], 10],
    ['worse, settled by the odds', [regressionOf({ word: 'regressed' })], 10],
    ['not worse by the rule, not settled by the odds', [undecided()], 11],
    ['not worse beside one that is not settled', [notWorse(), undecided()], 11],
    ['worse among others', [notWorse(), tooFewRuns(), regressionOf()], 10],
    ['not worse', [notWorse()], 0],
    ['not worse beside a first version', [notWorse(), firstVersion()], 0],
    ['not worse beside one with too few runs', [notWorse(), tooFewRuns()], 11],
    ['too few runs', [tooFewRuns()], 11],
    ['a first version alone', [firstVersion()], 11],
    ['no version at all', [], 11],
  ])('exits by the verdict: %s', async (_, regressions, code) => {
    expect(await deskOf(...regressions).run('regression')).toBe(code)
    expect(await deskOf(...regressions).run('gate', 'veritas', '--dry-run', '--chain', 'answers')).toBe(code)
  })

  it('judges the chains of every page', async () => {
    const pages = [
      { regressions: [notWorse()], total: 2, next: 'more' },
      { regressions: [regressionOf()], total: null, next: null },
    ]
    const { run, asked } = deskTerminal((url) => Response.json(pages[url.searchParams.has('cursor') ? 1 : 0]))
    expect(await run('regression')).toBe(10)
    expect(asked.map(({ search }) => search)).toEqual(['', '?cursor=more'])
  })

  it('prints no mean if too little was measured', async () => {
    const version = firstVersion()
    const measured = { runs: 3, enough: 0, lacks: ['tokens' as const] }
    const file = folder.at('summary.md')
    const { run, out } = deskOf({ ...version, current: { ...version.current, mean: 1, measured } })
    await run('regression', '--markdown', file)
    expect(out.join('\n')).toContain('nothing to compare with')
    expect(`${out.join('\n')}${await readFile(file, 'utf8')}`).not.toContain('1.00')
  })

  it('prints means, counts and certainty, or the whole answer as JSON', async () => {
    const { run, out, asked } = deskOf(regressionOf())
    await run('regression', '--chain', 'answers', '--version', '1.1.0')
    expect(asked[0]?.search).toBe('?chain=answers&version=1.1.0')
    expect(out.join('\n')).toMatch(
      /answers +1\.1\.0 +1\.0\.0 0\.84 +3\/3 +0\.77 +.0\.07 +0\.01 to 0\.11 +60% +inconclusive, regressed by the rule/,
    )
    expect(out.join('\n')).toContain('a drop of 0.0667, more than 0.05')
    expect(out.join('\n')).toContain('About 4 more runs of each version would settle it.')
    const json = deskOf(regressionOf())
    await json.run('regression', '--json')
    expect(JSON.parse(json.out.join(''))).toEqual({ regressions: [regressionOf()] })
  })

  it('prints the factors of the comparison if the versions were measured on different ones', async () => {
    const { run, out } = deskOf(regressionOf({ comparedOn: ['conformance', 'completeness'] }))
    await run('regression')
    expect(out.join('\n')).toContain('more than 0.05 by conformance and completeness, which both were measured on.')
  })

  it('reports accumulated small drops, even if this version is not worse', async () => {
    const drift = {
      first: { version: '1.0.0', mean: 0.88 },
      best: { version: '1.0.0', mean: 0.88 },
      dropFromBest: 0.41,
      cumulativeDrop: 0.41,
      isDrifting: true,
      versions: 3,
    }
    const { run, out } = deskOf({ ...notWorse(), drift })
    expect(await run('regression')).toBe(0)
    expect(out.join('\n')).toContain('It is 0.41 below 1.0.0, the best so far.')
  })

  it('writes JUnit XML and Markdown in addition to its answer', async () => {
    const [junit, markdown] = [folder.at('v.xml'), folder.at('v.md')]
    expect(await deskOf(regressionOf()).run('regression', '--junit', junit, '--markdown', markdown)).toBe(10)
    expect(await readFile(junit, 'utf8')).toContain('<testsuite name="answers 1.1.0" tests="2" failures="2"')
    expect(await readFile(markdown, 'utf8')).toContain('| `answers` | `1.1.0` | inconclusive, regressed by the rule |')
  })

  it('colours by the rule first, then by the odds', async () => {
    const { terminal } = deskOf(regressionOf(), notWorse(), undecided())
    const painted: string[] = []
    const paint: typeof terminal.paint = (color, text) => {
      painted.push(`${color}: ${text}`)
      return text
    }
    await runProgram(['regression', '--url', 'http://desk.test', '--api-key', 'k'], { ...terminal, paint })
    expect(painted).toEqual(
      expect.arrayContaining([
        'red: inconclusive, regressed by the rule',
        'green: not worse',
        'yellow: inconclusive, not worse by the rule',
      ]),
    )
  })

  it('prints its answer even if a report cannot be written', async () => {
    const { run, out, notes } = deskOf(regressionOf())
    expect(await run('regression', '--json', '--junit', folder.at('nowhere', 'v.xml'))).toBe(1)
    expect(JSON.parse(out.join('')).regressions).toHaveLength(1)
    expect(notes.join('')).toContain('no such file')
  })

  it('requires a chain for a version, and an explicit dry run', async () => {
    expect(await deskOf().run('regression', '--version', '1.1.0')).toBe(2)
    const { run, asked } = deskOf(regressionOf())
    expect(await run('gate', 'veritas', '--chain', 'answers')).toBe(2)
    expect(asked).toEqual([])
  })

  it('only reads in a dry run', async () => {
    const { run, asked, out } = deskOf(regressionOf())
    await run('gate', 'veritas', '--dry-run', '--chain', 'answers')
    expect(asked.map(({ pathname, body }) => [pathname, body])).toEqual([['/api/v1/regressions', undefined]])
    expect(out.at(-1)).toBe('dry run: nothing was opened or decided')
  })

  it('lists its exit codes', async () => {
    const { run, out } = deskOf()
    expect(await run('regression', '--help')).toBe(0)
    expect(out.join('\n')).toMatch(/ 10 {2}regressed.*\n +11 {2}unknown: inconclusive, too few/)
  })
})
