import { describe, expect, it } from 'vitest'
import { runProgram } from '../run-program'
import { acceptAll, desk } from '../testing/fake-desk'

describe('veritas rescore', () => {
  const page = (next: string | null, count: number) => () =>
    Response.json({
      rescored: count,
      changed: 1,
      unmeasured: 0,
      known: 1,
      before: { n: count, sum: 0.5 * count },
      after: { n: count, sum: 0.25 * count },
      moved: [{ from: 'good', to: 'review', count }],
      total: 8,
      next,
    })
  const weights = ['--profile', 'gaff', '--weights', 'completeness=1,accuracy=.5']

  it('processes all pages and adds them up', async () => {
    const { run, batches, out } = desk(page('p2', 4), page(null, 2))
    expect(await run('rescore', '--series', 's', ...weights, '--json')).toBe(0)
    expect(batches).toEqual([[undefined], ['p2']])
    expect(JSON.parse(out.join(''))).toMatchObject({
      rescored: 6,
      changed: 2,
      means: { before: 0.5, after: 0.25 },
      moved: [{ from: 'good', to: 'review', count: 6 }],
    })
  })

  it('shows progress on a terminal', async () => {
    const { terminal } = desk(page('p2', 3), page(null, 3))
    const drawn: string[] = []
    const watched = { ...terminal, redraw: (text: string) => drawn.push(text) }
    const args = ['rescore', '--series', 's', '--url', 'http://desk.test', '--api-key', 'k']
    expect(await runProgram(args, watched)).toBe(0)
    expect(drawn).toEqual(['4 of 8 runs', '8 of 8 runs', ''])
  })

  it('prints what a dry run would change', async () => {
    const { run, out } = desk(page(null, 6))
    expect(await run('rescore', '--series', 's', ...weights, '--dry-run')).toBe(0)
    expect(out).toEqual([
      '"s": 6 runs rescored, 1 of them changed; 0 without a score, 1 already in the series',
      '  mean 0.5000 before, 0.2500 in the series',
      '  good to review: 6',
      '  dry run: nothing was written',
    ])
  })

  it.each([
    ['weights without a profile', ['--series', 's', '--weights', 'completeness=1']],
    ['no series', ['--profile', 'gaff']],
    ['an invalid weight', ['--series', 's', '--profile', 'gaff', '--weights', 'a=x']],
    ['a negative weight', ['--series', 's', '--profile', 'gaff', '--weights', 'a=-1']],
    ['an unknown profile', ['--series', 's', '--profile', 'best']],
  ])('refuses %s', async (_, args) => {
    expect(await desk(acceptAll).run('rescore', ...args)).toBe(2)
  })
})
