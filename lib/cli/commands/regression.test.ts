import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Regression } from '@/lib/contracts/regressions'
import { deskTerminal } from '../testing/desk-terminal'
import { firstVersion, notWorse, regressionOf, tooFewRuns } from '../testing/regressions'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'veritas-regression-'))
})
afterEach(() => rm(folder, { recursive: true }))

const deskOf = (...regressions: Regression[]) => deskTerminal(() => Response.json({ regressions }))

describe('veritas regression', () => {
  it.each([
    ['worse', [regressionOf()], 10],
    ['worse among others', [notWorse(), tooFewRuns(), regressionOf()], 10],
    ['not worse', [notWorse()], 0],
    ['not worse beside a first version', [notWorse(), firstVersion()], 0],
    ['not worse beside one with too few runs', [notWorse(), tooFewRuns()], 11],
    ['too few runs', [tooFewRuns()], 11],
    ['a first version alone', [firstVersion()], 11],
    ['no version at all', [], 11],
  ])('ends by the verdict: %s', async (_, regressions, code) => {
    expect(await deskOf(...regressions).run('regression')).toBe(code)
    expect(await deskOf(...regressions).run('gate', 'veritas', '--dry-run', '--chain', 'answers')).toBe(code)
  })

  it('tells means, counts and how sure one can be, or all of it as JSON', async () => {
    const { run, out, asked } = deskOf(regressionOf())
    await run('regression', '--chain', 'answers', '--version', '1.1.0')
    expect(asked[0]?.search).toBe('?chain=answers&version=1.1.0')
    expect(out.join('\n')).toMatch(
      /answers +1\.1\.0 +1\.0\.0 0\.84 +3\/3 +0\.77 +.0\.07 +0\.01 to 0\.11 +60 % +regressed/,
    )
    expect(out.join('\n')).toContain('a drop of 0.0667, more than 0.05')
    const json = deskOf(regressionOf())
    await json.run('regression', '--json')
    expect(JSON.parse(json.out.join(''))).toEqual({ regressions: [regressionOf()] })
  })

  it('writes JUnit XML and Markdown beside its answer', async () => {
    const [junit, markdown] = [path.join(folder, 'v.xml'), path.join(folder, 'v.md')]
    expect(await deskOf(regressionOf()).run('regression', '--junit', junit, '--markdown', markdown)).toBe(10)
    expect(await readFile(junit, 'utf8')).toContain('<testsuite name="answers 1.1.0" tests="2" failures="2"')
    expect(await readFile(markdown, 'utf8')).toContain('| `answers` | `1.1.0` | regressed |')
  })

  it('wants the chain of a version, and a dry run said aloud', async () => {
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
    expect(out.join('\n')).toMatch(/10 {2}regressed.*\n {2}11 {2}too few/)
  })
})
