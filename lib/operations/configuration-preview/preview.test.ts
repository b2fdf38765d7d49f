import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Configuration } from '@/lib/contracts/configuration'
import { viewedMost } from '@/lib/contracts/limits'
import type { RunBody } from '@/lib/contracts/run-input'
import type { RunSummary } from '@/lib/db/generated/client'
import { getChain } from '../chains/get'
import { putVersion } from '../chains/version'
import { reviewRun } from '../reviews/review'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { badRuns, goodRuns } from '../testing/regressed-chain'
import { previewConfiguration } from './preview'

const summariesOf = async ({ key, project }: TestProject) =>
  new Map(
    (await key.db.runSummary.findMany({ where: { projectId: project.id } })).map((row) => [row.clientId, row] as const),
  )

const weight = fc.constantFrom(0, 0.25, 1, 3)
const anyConfiguration: fc.Arbitrary<Configuration> = fc
  .record(
    {
      quality_assurance: fc.record(
        {
          enabled: fc.boolean(),
          auto_rerun_on_failure: fc.boolean(),
          quality_threshold: fc.constantFrom(0.5, 0.85, 0.95),
          max_rerun_attempts: fc.constantFrom(0, 1, 3),
          validation_rules: fc.subarray(['completeness_check', 'accuracy_verification', 'format_validation'] as const),
          scoring_weights: fc.record({ completeness: weight, accuracy: weight }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
      stratt_weights: fc.record({ conformance: weight, completeness: weight }, { requiredKeys: [] }),
      confidence_weights: fc.record({ self: weight, peer: weight, downstream: weight }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  .map((config) => structuredClone(config) as Configuration)

const anyCriteria: fc.Arbitrary<RunBody['criteria']> = fc.constantFrom(
  undefined,
  { required_fields: ['answer', 'source'], required_formats: { answer: 'email' }, format_penalty: 0.1 },
  { required_fields: ['answer'], quality_threshold: 0.95, scoring_weights: { performance: 2 } },
  { accuracy_criteria: { expected_ranges: { answer: { min: 3 } } } },
)

const CLAIM = 'The ticket TCK-4821 is closed since Monday.'

// Mostly measured and without signals, so that thresholds, weights and earlier attempts determine the decision.
const anyBody: fc.Arbitrary<Partial<RunBody>> = fc.record({
  chain: fc.constantFrom('answers', 'answers', 'letters'),
  output: fc.constantFrom<unknown>({ answer: 'forty-two' }, { answer: 5, source: 'x' }, {}, { answer: CLAIM }),
  sources: fc.constantFrom(undefined, [{ id: 's', text: CLAIM.replace('4821', '4812') }]),
  nodes: fc.constantFrom(
    [],
    [{ id: 'a', toolCalls: [{ name: 'find', result: { ticket: 'TCK-4812' } }] }],
    [{ id: 'a', systemPrompt: CLAIM, toolCalls: [{ name: 'find', result: { ticket: 'TCK-4812' } }] }],
  ),
  criteria: anyCriteria,
  contract: fc.constantFrom(undefined, { requiredOutputs: ['answer', 'source'] }),
  tokens: fc.constantFrom({ input: 100, output: 900 }, { input: 900, output: 100 }),
  signals: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.constantFrom({ self: 1, peer: 0.6 }, { peer: 0.3, downstream: true }, { human: 0.9 }) },
  ),
  execution: fc.constantFrom(undefined, 'one', 'one', 'two'),
  status: fc.constantFrom('completed' as const, 'completed' as const, 'failed' as const, 'cancelled' as const),
})

/** Numbers the attempts of an execution, and gives every run an id that is the same in both projects. */
function toBodies(drawn: readonly Partial<RunBody>[]): RunBody[] {
  const attempts = new Map<string, number>()
  return drawn.map((body, index) => {
    const key = `${body.chain} ${body.execution}`
    attempts.set(key, (attempts.get(key) ?? 0) + 1)
    return runBody({ ...body, id: `run-${index}`, ...(body.execution && { attempt: attempts.get(key) }) })
  })
}

const decidedOf = ({ quality, confidence, grade, band, decision, profile }: RunSummary) => ({
  profile,
  quality,
  confidence,
  grade,
  band,
  decision,
})

/** Matches the same values, with a tolerance for numbers. */
const nearly = (decided: ReturnType<typeof decidedOf>) => ({
  ...decided,
  quality: decided.quality === null ? null : expect.closeTo(decided.quality, 9),
  confidence: decided.confidence === null ? null : expect.closeTo(decided.confidence, 9),
})

describe('a preview', () => {
  it('predicts for every run what ingesting it under that configuration gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBody, { minLength: 4, maxLength: 16 }),
        anyConfiguration,
        anyConfiguration,
        fc.constantFrom(undefined, 'gaff' as const, 'gaff' as const, 'confidence' as const),
        async (drawn, now, proposed, profile) => {
          const bodies = toBodies(drawn)
          const chain = profile && 'answers'
          const [mine, oracle] = [await makeProject(), await makeProject()]
          const proposal = { ...proposed, ...(profile && { profile }) }
          for (const test of [mine, oracle])
            await putVersion.run(test.key, { chain: 'answers', version: '1.0.0', criteria: { strict: true } })
          await configure(mine, now)
          await ingest(mine.key, bodies)
          if (chain) await configure(oracle, now)
          await configure(oracle, proposal, chain)
          await ingest(oracle.key, bodies)

          const preview = await previewConfiguration.run(mine.key, { config: proposal, chain, runs: 500 })

          const [before, after] = [await summariesOf(mine), await summariesOf(oracle)]
          const ids = bodies.filter((body) => chain === undefined || body.chain === chain).map((body) => body.id)
          expect(preview).toMatchObject({ runs: ids.length, compared: ids.length, notCompared: [] })
          const listed = new Map(preview.list.map((row) => [row.id, row]))
          for (const id of ids) {
            const [was, is] = [before.get(id), after.get(id)]
            if (!was || !is) throw new Error(`no run ${id}`)
            const row = listed.get(id)
            if (row) expect([row.before, row.after]).toEqual([nearly(decidedOf(was)), nearly(decidedOf(is))])
            else expect(decidedOf(is)).toEqual({ ...nearly(decidedOf(was)), profile: is.profile })
          }
          const scored = ids.flatMap((id) => after.get(id)?.quality ?? [])
          const mean = scored.reduce((sum, value) => sum + value, 0) / scored.length
          expect(preview.after).toMatchObject({
            n: scored.length,
            mean: scored.length === 0 ? null : expect.closeTo(mean, 9),
          })
        },
      ),
      { numRuns: 12 },
    )
  })

  it('writes nothing', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ execution: 'e' }), runBody({ execution: 'e', attempt: 2 })])
    const counts = () =>
      Promise.all([
        test.key.db.score.count(),
        test.key.db.auditEvent.count(),
        test.key.db.configVersion.count(),
        test.key.db.execution.findMany({ where: { projectId: test.project.id } }),
      ])
    const before = [await summariesOf(test), await counts()]
    await previewConfiguration.run(test.key, { config: { stratt_weights: { efficiency: 9 } } })
    expect([await summariesOf(test), await counts()]).toEqual(before)
  })

  it('includes verdicts, and the attempts before the previewed runs', async () => {
    const test = await makeProject()
    const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
    const weak = { output: {}, execution: 'e', chain: 'answers' }
    const runs = await ingest(test.key, [
      runBody({ ...weak, id: 'first', startedAt: day(1), tokens: { input: 1, output: 9 } }),
      runBody({ ...weak, id: 'second', startedAt: day(2), attempt: 2, tokens: { input: 1, output: 9 } }),
      runBody({ ...weak, id: 'third', startedAt: day(3), attempt: 3, maxAttempts: 9, tokens: { input: 1, output: 9 } }),
    ])
    const config = { stratt_weights: { conformance: 0, completeness: 1, efficiency: 1 } }
    const alone = await previewConfiguration.run(test.key, { config, runs: 1 })
    // Three equal scores of .45 in sequence: a plateau whose best is too weak to keep.
    expect(alone).toMatchObject({ runs: 1, compared: 1, list: [{ id: 'third', after: { decision: 'escalate' } }] })
    await reviewRun.run(await test.as('reviewer'), { runId: runs.get('third') ?? '', verdict: 'approve' })
    const approved = await previewConfiguration.run(test.key, { config, runs: 1 })
    expect(approved.list[0]?.after).toMatchObject({ confidence: 1, decision: 'accept' })
  })

  it('lists the version verdicts that another threshold would change', async () => {
    const test = await makeProject()
    await ingest(test.key, goodRuns())
    await ingest(test.key, badRuns())
    const { chain } = await getChain.run(test.key, { chain: 'answers' })
    const drop = chain.versions[0]?.delta ?? 0
    const preview = await previewConfiguration.run(test.key, {
      chain: 'answers',
      config: { regression_threshold: drop },
    })
    expect(preview.verdicts).toEqual([
      { chain: 'answers', version: '1.0.1', comparedWith: '1.0.0', delta: drop, from: 'regression', to: 'ok' },
    ])
    const stricter = await previewConfiguration.run(test.key, { chain: 'answers', config: { min_live_runs: 4 } })
    expect(stricter.verdicts).toMatchObject([{ from: 'regression', to: 'insufficient_sample' }])
  })

  it('judges every version, also those below the ones that a page of the chain lists', async () => {
    const test = await makeProject()
    const versions = Array.from({ length: viewedMost.versions + 2 }, (_, place) => `1.${place}.0`)
    await ingest(
      test.key,
      versions.map((version) => runBody({ version })),
    )
    const { verdicts } = await previewConfiguration.run(test.key, { chain: 'answers', config: { min_live_runs: 1 } })
    expect(verdicts.map(({ version }) => version)).toEqual(versions.slice(1).toReversed())
    expect(new Set(verdicts.map(({ from, to }) => `${from} ${to}`))).toEqual(new Set(['insufficient_sample ok']))
  })

  it('skips a run that cannot be scored, with the reason', async () => {
    const test = await makeProject()
    const scoring_weights = { completeness: 0, accuracy: 0 }
    await ingest(test.key, [runBody(), runBody({ criteria: { required_fields: ['answer'], scoring_weights } })])
    const config = { quality_assurance: { scoring_weights: { performance: 0 } } }
    expect(await previewConfiguration.run(test.key, { config })).toMatchObject({
      runs: 2,
      compared: 1,
      notCompared: [{ reason: 'its contract or criteria cannot be honoured', count: 1 }],
    })
  })

  it('rejects a configuration that could not be saved', async () => {
    const test = await makeProject()
    await expect(previewConfiguration.run(test.key, { config: { profile: 'gaff' } })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'config.profile' }],
    })
    expect(await previewConfiguration.run(test.key, { config: {} })).toMatchObject({
      runs: 0,
      before: { mean: null },
      after: { mean: null },
    })
  })
})
