import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getRun } from '../run-detail/get'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'

it.each([
  ['with tokens', { input: 10, output: 10 }, 1],
  ['without', {}, 0],
])(
  'a run whose contract cannot be checked passes nothing and counts as unmeasured there: %s',
  async (_, tokens, scored) => {
    const test = await makeProject()
    const contract = { schema: { type: 'nonsense' }, requiredOutputs: ['answer'] }
    const body = runBody({ output: { answer: 'yes' }, contract, tokens })
    const runId = (await takeIn(test.key, [body])).get(body.id) ?? ''
    const { run, issues, scores } = await getRun.run(await test.as('reviewer'), { runId })
    expect(run.decision).not.toBe('accept')
    expect(issues).toMatchObject([{ type: 'schema_error', blocker: true }])
    const conformance = scores.find(({ profile }) => profile === 'stratt')?.factors[0]
    expect(conformance).toMatchObject({ value: null, formula: expect.stringContaining('cannot be used') })
    const summary = await getDb().runSummary.findFirstOrThrow({ where: { id: runId } })
    expect(summary.factors).toMatchObject({ conformance: null, completeness: 1 })
    // Its conformance is in no sum, and without a band its score in no mean.
    const [day] = await getDb().rollupDay.findMany({ where: { projectId: test.project.id } })
    expect(day).toMatchObject({ liveScored: 1, liveTraced: 0, liveKept: 0, scored })
    expect(await findDisagreements(test.project.id)).toEqual([])
  },
)
