import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getBrief } from '../briefs/get'
import { nextReviews } from '../review-queue/claim'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'

const WHY = /the schema of its contract cannot be used: .*type/

it.each([
  ['with tokens', { input: 10, output: 10 }, 1, /below the threshold/],
  ['without', {}, 0, WHY],
])(
  'a run whose contract cannot be checked passes nothing and counts as unmeasured there: %s',
  async (_, tokens, scored, reason) => {
    const test = await makeProject()
    const contract = { schema: { type: 'nonsense' }, requiredOutputs: ['answer'] }
    const body = runBody({ output: { answer: 'yes' }, contract, tokens })
    const runId = (await ingest(test.key, [body])).get(body.id) ?? ''
    const { run, issues, scores } = await getRun.run(await test.as('reviewer'), { runId })
    expect(run.decision).not.toBe('accept')
    expect(issues).toMatchObject([{ type: 'schema_error', message: expect.stringMatching(WHY), blocker: true }])
    expect(run.flag).toBe('contract_unusable')
    expect(run.reason).toMatch(reason)
    const conformance = scores.find(({ profile }) => profile === 'stratt')?.factors[0]
    expect(conformance).toMatchObject({ value: null, formula: expect.stringContaining('cannot be used') })
    const brief = await getBrief.run(await test.as('reviewer'), { run: runId })
    expect(brief.markdown).toMatch(WHY)
    const { items } = await nextReviews.run(await test.as('reviewer'), {})
    expect(items).toMatchObject([{ runId, reasons: expect.arrayContaining(['flagged']) }])
    const summary = await getDb().runSummary.findFirstOrThrow({ where: { id: runId } })
    expect(summary.factors).toMatchObject({ conformance: null, completeness: 1 })
    // Its conformance is in no sum, and without a band its score in no mean.
    const [day] = await getDb().rollupDay.findMany({ where: { projectId: test.project.id } })
    expect(day).toMatchObject({ liveScored: 1, liveTraced: 0, liveConformant: 0, scored })
    expect(await findDisagreements(test.project.id)).toEqual([])
  },
)
