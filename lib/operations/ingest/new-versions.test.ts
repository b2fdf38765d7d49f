import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { ingestBatch } from './ingest-batch'

const ofProject = ({ project }: TestProject) => ({ where: { projectId: project.id } })

/** The project's versions as `chain version`, sorted. */
async function versionsOf(test: TestProject): Promise<string[]> {
  const rows = await getDb().chainVersion.findMany({ ...ofProject(test), include: { chain: true } })
  return rows.map(({ chain, version }) => `${chain.name} ${version}`).sort()
}

const chainsOf = (test: TestProject) => getDb().chain.count(ofProject(test))

/** Valid, but rejected when it is measured. */
const unusable: Partial<RunBody> = {
  criteria: { required_fields: ['answer'], scoring_weights: { completeness: 0, accuracy: 0, performance: 0 } },
}

describe('a run of a new version', () => {
  it("creates chain and version with it, using the project's settings", async () => {
    const test = await makeProject()
    await configure(test, { stratt_weights: { efficiency: 0 } })
    await ingest(test.key, [runBody()])
    expect(await versionsOf(test)).toEqual(['answers 1.0.0'])
    expect(await getDb().runSummary.findFirst(ofProject(test))).toMatchObject({ quality: 1 })
  })

  it("in an existing chain is scored by that chain's settings", async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    await configure(test, { profile: 'gaff' }, 'answers')
    await ingest(test.key, [runBody({ id: 'later', version: '1.1.0' })])
    const later = await getDb().runSummary.findFirst({ where: { projectId: test.project.id, clientId: 'later' } })
    expect(later).toMatchObject({ profile: 'gaff' })
  })

  it('creates nothing when rejected because its id is taken by another body', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ id: 'taken' })])
    const { rejected } = await ingestBatch(
      test.key,
      [runBody({ id: 'taken', version: '9.0.0' }), runBody({ id: 'new', version: '2.0.0' })],
      'test',
    )
    expect(rejected).toMatchObject([{ id: 'taken', code: 'conflict' }])
    expect(await versionsOf(test)).toEqual(['answers 1.0.0', 'answers 2.0.0'])
  })

  it('creates nothing when rejected because it cannot be measured', async () => {
    const test = await makeProject()
    const { rejected } = await ingestBatch(test.key, [runBody({ ...unusable, chain: 'fresh' })], 'test')
    expect(rejected).toMatchObject([{ code: 'invalid_input' }])
    expect([await versionsOf(test), await chainsOf(test)]).toEqual([[], 0])
  })
})

describe('concurrently', () => {
  it('runs of one new version create it once, and all belong to it', async () => {
    const test = await makeProject()
    await Promise.all(
      Array.from({ length: 20 }, () => ingestBatch(test.key, [runBody(), runBody({ version: '1.1.0' })], 'test')),
    )
    expect(await versionsOf(test)).toEqual(['answers 1.0.0', 'answers 1.1.0'])
    const [chain] = await getDb().chain.findMany({ ...ofProject(test), include: { versions: true } })
    for (const { id, version } of chain?.versions ?? []) {
      const where = { projectId: test.project.id, chainId: chain?.id, versionId: id }
      expect([version, await getDb().run.count({ where })]).toEqual([version, 20])
    }
  })

  it('runs with one id under different versions create only the version of the accepted run', async () => {
    const test = await makeProject()
    const bodies = Array.from({ length: 12 }, (_, nth) =>
      runBody({ id: 'racing', chain: `chain ${nth}`, version: `1.${nth}.0` }),
    )
    const results = await Promise.all(bodies.map((body) => ingestBatch(test.key, [body], 'test')))
    expect(results.flatMap(({ accepted }) => accepted)).toHaveLength(1)
    expect(results.flatMap(({ rejected }) => rejected.map(({ code }) => code))).toEqual(Array(11).fill('conflict'))
    const run = await getDb().run.findFirstOrThrow(ofProject(test))
    expect(await getDb().chainVersion.findMany(ofProject(test))).toMatchObject([{ id: run.versionId }])
    expect(await chainsOf(test)).toBe(1)
  })

  it('the same run sent repeatedly is one run without conflicts', async () => {
    const test = await makeProject()
    const body = runBody({ id: 'racing' })
    const results = await Promise.all(Array.from({ length: 12 }, () => ingestBatch(test.key, [body], 'test')))
    expect(results.flatMap(({ rejected }) => rejected)).toEqual([])
    expect(await versionsOf(test)).toEqual(['answers 1.0.0'])
  })
})
