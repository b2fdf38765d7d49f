import { expect, it } from 'vitest'
import { getOverview } from '../overview/get'
import { ingest, makeProject, runBody } from '../testing/factories'
import { countRuns } from './count'
import { listRuns } from './list'

it('runs that still run have no decision to be found by, as on the overview', async () => {
  const { key } = await makeProject()
  const startedAt = new Date(Date.now() - 60_000).toISOString()
  await ingest(key, [
    runBody({ id: 'unmeasured', startedAt, output: undefined, contract: undefined, tokens: undefined, signals: [] }),
    runBody({ id: 'running', startedAt, status: 'running' }),
  ])
  const { current } = await getOverview.run(key, {})
  expect(current).toMatchObject({ runs: 1, decisions: { insufficient_evidence: 1 } })
  const undecided = { decision: ['insufficient_evidence' as const] }
  expect((await listRuns.run(key, undecided)).runs.map(({ clientId }) => clientId)).toEqual(['unmeasured'])
  expect(await countRuns.run(key, undecided)).toEqual({ count: 1, isExact: true })
  expect((await listRuns.run(key, {})).runs).toHaveLength(2)
})
