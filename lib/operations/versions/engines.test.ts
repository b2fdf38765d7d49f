import { expect, it } from 'vitest'
import { compareVersions } from '../comparisons/compare'
import { getGate } from '../gates/get'
import { listRegressions } from '../regressions/list'
import { makeRegressedChain } from '../testing/regressed-chain'
import { AFTER_BOTH, makeTwoWeeks } from '../testing/two-weeks'
import { getWeek } from '../weekly/page'

const ENGINE = 'an engine of last year'

/** A chain with a gate on its newest version; the runs of the version before it were scored by another engine. */
async function makeUpgraded() {
  const chain = await makeRegressedChain()
  const { db, project } = chain.key
  await db.$executeRaw`
    UPDATE score SET engine_version = ${ENGINE} WHERE project_id = ${project.id}::uuid AND run_id IN (
      SELECT s.id FROM run_summary s JOIN chain_version v ON v.project_id = s.project_id AND v.id = s.version_id
      WHERE s.project_id = ${project.id}::uuid AND v.version = '1.0.0')`
  return chain
}

const EARLIER = new Date('2026-03-09T00:00:00Z')

const expected = expect.objectContaining({
  kind: 'engine',
  text: expect.stringContaining(`1.0.0 was scored by engine ${ENGINE}, 1.0.1 by engine `),
})

it('a change between versions that different engines scored says so in the comparison, the regression and the gate', async () => {
  const { key, gateId } = await makeUpgraded()
  const { comparison } = await compareVersions.run(key, { chain: 'answers', a: '1.0.0', b: '1.0.1' })
  expect(comparison.warnings).toEqual([expected])
  const [regression] = (await listRegressions.run(key, {})).regressions
  expect(regression?.warnings).toEqual([expected])
  expect((await getGate.run(key, { gateId })).evidence.warnings).toContainEqual(expected)
})

it('a change between versions of one engine does not', async () => {
  const { key, gateId } = await makeRegressedChain()
  const { comparison } = await compareVersions.run(key, { chain: 'answers', a: '1.0.0', b: '1.0.1' })
  expect(comparison.warnings).toEqual([])
  expect((await listRegressions.run(key, {})).regressions[0]?.warnings).toEqual([])
  const kinds = (await getGate.run(key, { gateId })).evidence.warnings.map(({ kind }) => kind)
  expect(kinds).not.toContain('engine')
})

it('a change between weeks that different engines scored says so in the sentence about quality, and only there', async () => {
  const { at, key, project } = await makeTwoWeeks()
  const sentences = async (week: string) => (await getWeek.run(at(AFTER_BOTH), { week })).report.summary
  expect((await sentences('2026-W11')).join(' ')).not.toContain('engine')
  await key.db.$executeRaw`
    UPDATE score SET engine_version = ${ENGINE} WHERE project_id = ${project.id}::uuid AND run_id IN (
      SELECT id FROM run_summary WHERE project_id = ${project.id}::uuid AND occurred_at < ${EARLIER}::timestamptz)`
  const [ran, quality, ...others] = await sentences('2026-W11')
  expect(quality).toContain(`The week before was scored by engine ${ENGINE}, this week by engine `)
  expect([ran, ...others].join(' ')).not.toContain('engine')
  expect((await sentences('2026-W10')).join(' ')).not.toContain('engine')
})
