import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { publishVersion } from '../chains/publish'
import { deleteRuns } from '../erasure/delete-runs'
import { decideGate, undoGate } from '../gates/act'
import { getGate } from '../gates/get'
import { openGate } from '../gates/open'
import { getOverview } from '../overview/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { checkCounts } from './check'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const wrong = async ({ project }: TestProject) => (await checkCounts(getDb(), project.id, { repairs: false })).wrong

async function seen(test: TestProject) {
  const { current, newVersions } = await getOverview.run(test.key, { range: '7d' })
  return { runs: current.runs, candidates: current.candidateRuns, scored: current.quality.n, newVersions }
}

/** Four runs of a version that serves and two of a candidate, on two days. */
async function makeTrial() {
  const test = await makeProject()
  const serving = [1, 1, 30, 60].map((hours) => runBody({ version: '1.0.0', startedAt: ago(hours) }))
  await ingest(test.key, serving)
  await publishVersion.run(test.key, { chain: 'answers', version: '1.0.0' })
  await publishVersion.run(test.key, { chain: 'answers', version: '1.1.0', candidate: true })
  await ingest(
    test.key,
    [2, 40].map((hours) => runBody({ version: '1.1.0', startedAt: ago(hours) })),
  )
  return test
}

const ON_TRIAL = { runs: 6, candidates: 2, scored: 4, newVersions: 1 }
const SERVING = { runs: 6, candidates: 0, scored: 6, newVersions: 2 }

describe('counts of all chains together', () => {
  it('leave a candidate out of the means until it is published', async () => {
    const test = await makeTrial()
    expect(await seen(test)).toEqual(ON_TRIAL)
    expect(await wrong(test)).toEqual([])
    await publishVersion.run(test.key, { chain: 'answers', version: '1.1.0' })
    expect(await seen(test)).toEqual(SERVING)
    expect(await wrong(test)).toEqual([])
  })

  it('follow the gate that takes a candidate back, and the undoing of it', async () => {
    const test = await makeTrial()
    const admin = await test.as('admin')
    const { gate } = await openGate.run(admin, { chain: 'answers', version: '1.1.0', question: 'Keep it?' })
    const { evidenceDigest } = await getGate.run(admin, { gateId: gate.id })
    await decideGate.run(admin, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'worse' })
    expect(await seen(test)).toEqual(SERVING)
    expect(await wrong(test)).toEqual([])
    await undoGate.run(admin, { gateId: gate.id, reason: 'a mistake' })
    expect(await seen(test)).toEqual(ON_TRIAL)
    expect(await wrong(test)).toEqual([])
  })

  it('are right when runs of a candidate arrive while it is published', async () => {
    const test = await makeTrial()
    const arriving = Array.from({ length: 12 }, (_, hours) =>
      ingest(test.key, [runBody({ version: '1.1.0', startedAt: ago(hours) })]),
    )
    await Promise.all([...arriving, publishVersion.run(test.key, { chain: 'answers', version: '1.1.0' })])
    expect(await seen(test)).toEqual({ runs: 18, candidates: 0, scored: 18, newVersions: 2 })
    expect(await wrong(test)).toEqual([])
  })

  it('begin a version with the first run that is left of it', async () => {
    const test = await makeProject()
    const ids = await ingest(test.key, [
      runBody({ id: 'first', startedAt: ago(100) }),
      runBody({ id: 'second', startedAt: ago(3) }),
    ])
    const firstHour = async () =>
      (await getDb().chainVersion.findFirstOrThrow({ where: { projectId: test.project.id } })).firstHour?.toISOString()
    const hourOf = (time: string) => new Date(Math.floor(Date.parse(time) / HOUR_MS) * HOUR_MS).toISOString()
    expect(await firstHour()).toBe(hourOf(ago(100)))
    await ingest(test.key, [runBody({ startedAt: ago(150) })])
    expect(await firstHour()).toBe(hourOf(ago(150)))
    const admin = await test.as('admin')
    const all = await getDb().runSummary.findMany({
      where: { projectId: test.project.id },
      orderBy: { occurredAt: 'asc' },
    })
    await deleteRuns.run(admin, { runIds: [all[0]?.id ?? '', ids.get('first') ?? ''] })
    expect(await firstHour()).toBe(hourOf(ago(3)))
    expect(await wrong(test)).toEqual([])
  })
})
