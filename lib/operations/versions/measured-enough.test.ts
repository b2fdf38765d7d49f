import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { getChain } from '../chains/get'
import { getOverview } from '../overview/get'
import { listRegressions } from '../regressions/list'
import { ingest, makeProject } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { AFTER_BOTH, runsFrom } from '../testing/two-weeks'
import { makeWeek } from '../weekly/make'
import { getWeek } from '../weekly/page'

const week = '2026-W11'
const [BEFORE, NOW] = ['2026-03-03T08:00:00Z', '2026-03-10T08:00:00Z']
/** As imported from a benchmark: solved or not, and nothing else. */
const bare: Partial<RunBody> = { chain: 'imported', contract: undefined, tokens: undefined }
const untold: Partial<RunBody> = { tokens: undefined }

describe('a chain with only one measured factor', () => {
  it('shows no mean, and names what is missing', async () => {
    const test = await makeProject()
    await ingest(test.key, runsFrom(NOW, 10, bare))
    const measured = { runs: 10, enough: 0, lacks: ['tokens', 'contract'] }
    const { current } = await getOverview.run(test.at(AFTER_BOTH), { range: '30d' })
    expect(current).toMatchObject({ runs: 10, measured, quality: { n: 0, mean: null }, good: { of: 0, share: null } })
    const { chain } = await getChain.run(test.key, { chain: 'imported' })
    expect(chain.versions[0]).toMatchObject({ measured, quality: { n: 10, mean: 1 } })
    const { report, markdown } = await getWeek.run(test.at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ measured, current: { n: 0, mean: null }, change: null })
    expect(report.chains).toMatchObject([{ chain: 'imported', measured, current: { mean: null }, flags: [] }])
    expect(report.summary[1]).toContain('Too little measured: token counts and a contract are missing')
    expect(markdown).not.toContain('1.00')
  })

  it('does not raise the mean of other chains', async () => {
    const test = await makeProject()
    await ingest(test.key, runsFrom(NOW, 4, { tokens: { input: 900, output: 100 } }))
    const alone = await getOverview.run(test.at(AFTER_BOTH), { range: '30d' })
    await ingest(test.key, runsFrom(NOW, 50, bare))
    const { current } = await getOverview.run(test.at(AFTER_BOTH), { range: '30d' })
    expect(current).toMatchObject({ quality: alone.current.quality, measured: { runs: 54, enough: 4 } })
    const { report } = await getWeek.run(test.at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ current: { n: 4, mean: alone.current.quality.mean } })
    expect(report.summary[1]).toContain('50 further runs had too little measured to be judged')
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('is still compared on that factor, with a note', async () => {
    const test = await makeProject()
    await ingest(test.key, [
      ...runsFrom(BEFORE, 12, bare),
      ...runsFrom(NOW, 6, bare),
      ...runsFrom(NOW, 6, { ...bare, status: 'failed', error: 'no' }),
    ])
    const { report } = await getWeek.run(test.at(AFTER_BOTH), { week })
    expect(report.chains).toMatchObject([
      {
        current: { mean: null },
        change: { change: expect.closeTo(-0.5, 9) },
        comparedOn: ['conformance'],
        flags: [{ kind: 'drop' }],
      },
    ])
  })
})

describe('weeks measured on different factors', () => {
  it('are compared on common factors, so that tokens measured in one week cause no drop', async () => {
    const test = await makeProject()
    const wasteful = { tokens: { input: 900, output: 100 } }
    await ingest(test.key, [...runsFrom(BEFORE, 12, untold), ...runsFrom(NOW, 12, wasteful)])
    const { report, markdown } = await getWeek.run(test.at(AFTER_BOTH), { week })
    const both = { change: { change: expect.closeTo(0, 9) }, comparedOn: ['conformance', 'completeness'] }
    expect(report.chains).toMatchObject([
      { ...both, current: { mean: expect.closeTo(0.775, 9) }, previous: { mean: 1 }, flags: [] },
    ])
    expect(report.totals).toMatchObject(both)
    expect(markdown).toContain('of conformance and completeness alone')
  })

  it('show a drop that the tokens of one week would have hidden', async () => {
    const test = await makeProject()
    const half = { contract: { requiredOutputs: ['answer', 'source'] } }
    await ingest(test.key, [
      ...runsFrom(BEFORE, 12, { tokens: { input: 900, output: 100 } }),
      ...runsFrom(NOW, 12, { ...half, ...untold }),
    ])
    const { report } = await getWeek.run(test.at(AFTER_BOTH), { week })
    expect(report.chains).toMatchObject([
      { change: { change: expect.closeTo((0.4 + 0.35 / 2) / 0.75 - 1, 9) }, flags: [{ kind: 'drop' }] },
    ])
  })
})

describe('versions measured on different factors', () => {
  it('are compared on common factors for drift and by scenario', async () => {
    const test = await makeProject()
    const of = (version: string, overrides: Partial<RunBody>) =>
      ['a', 'b'].flatMap((scenario) => runsFrom(NOW, 2, { version, scenario, ...overrides }))
    await ingest(test.key, [
      ...of('1.0.0', untold),
      ...of('1.1.0', untold),
      ...of('1.2.0', { tokens: { input: 900, output: 100 } }),
    ])
    const { chain } = await getChain.run(test.key, { chain: 'answers' })
    const comparedOn = ['conformance', 'completeness']
    expect(chain.drift).toMatchObject({
      first: { version: '1.0.0', comparedOn },
      dropFromBest: 0,
      cumulativeDrop: 0,
      isDrifting: false,
      versions: 3,
    })
    const { regressions } = await listRegressions.run(test.key, { chain: 'answers' })
    expect(regressions).toMatchObject([
      { comparedOn, paired: { scenarios: 2, drop: expect.closeTo(0, 9) }, drift: { isDrifting: false } },
    ])
    expect(regressions[0]?.scenarios).toMatchObject([{ prior: 1, current: 1 }, {}])
  })
})

it('a page frozen before these counts existed still loads', async () => {
  const test = await makeProject()
  await ingest(test.key, runsFrom(NOW, 3))
  const reviewer = { ...(await test.as('reviewer')), now: () => AFTER_BOTH }
  await makeWeek.run(reviewer, { week })
  await getDb().$executeRaw`
    UPDATE weekly_review SET report = jsonb_set(report - 'shareGood', '{chains}', (
      SELECT jsonb_agg(c - 'measured' - 'comparedOn') FROM jsonb_array_elements(report -> 'chains') c))
      #- '{totals,measured}' #- '{totals,comparedOn}' WHERE project_id = ${test.project.id}::uuid`
  const { report } = await getWeek.run(reviewer, { week })
  expect(report).toMatchObject({ shareGood: null, totals: { measured: null, comparedOn: null, current: { n: 3 } } })
  expect(report.chains).toMatchObject([{ measured: null, comparedOn: null }])
})
