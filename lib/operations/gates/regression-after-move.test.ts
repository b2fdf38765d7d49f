import { beforeEach, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Context } from '../context'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { decideGate, undoGate } from './act'
import { timeOutGate } from './deadline'
import { openGate } from './open'

let test: TestProject
let rita: Context
beforeEach(async () => {
  test = await makeProject()
  rita = await test.as('reviewer', 'Rita')
})

const good = (version: string, count = 3) => Array.from({ length: count }, () => runBody({ version }))
const bad = (version: string) => good(version).map((run): RunBody => ({ ...run, output: { answer: '' } }))

/** The versions with a pending regression gate, each with the version it is compared to. */
async function asked(): Promise<string[]> {
  const gates = await test.key.db.gate.findMany({
    where: { projectId: test.project.id, kind: 'regression', state: 'pending' },
    orderBy: { id: 'asc' },
  })
  const shown = await Promise.all(gates.map(({ id }) => see(test.key, id)))
  return shown.map(({ gate }) => `${gate.version} after ${gate.priorVersion}`)
}

const gateOn = (version: string) =>
  test.key.db.gate.findFirstOrThrow({
    where: { projectId: test.project.id, title: { contains: `${version} worse` } },
  })

async function reject(version: string): Promise<string> {
  const { id } = await gateOn(version)
  const { evidenceDigest } = await see(rita, id)
  await decideGate.run(rita, { gateId: id, verdict: 'rejected', evidenceDigest, reason: 'worse' })
  return id
}

describe('a version measured against a bad one', () => {
  beforeEach(async () => {
    await ingest(test.key, good('1.0.0'))
    await ingest(test.key, bad('1.1.0'))
    await ingest(test.key, bad('1.2.0'))
  })

  it('gets a gate once the bad one is rejected', async () => {
    expect(await asked()).toEqual(['1.1.0 after 1.0.0'])
    await reject('1.1.0')
    expect(await asked()).toEqual(['1.2.0 after 1.0.0'])
  })

  it('goes live again through a new gate, which states so', async () => {
    await reject('1.1.0')
    const { gate } = await openGate.run(test.key, { chain: 'answers', version: '1.1.0', question: 'After all?' })
    expect((await see(rita, gate.id)).consequences?.approve).toContain('1.1.0 goes live.')
  })

  it('gets a gate once the bad one has timed out', async () => {
    const { id, deadlineAt } = await gateOn('1.1.0')
    await timeOutGate(test.key.db, { projectId: test.project.id, id: id }, deadlineAt)
    expect(await asked()).toEqual(['1.2.0 after 1.0.0'])
  })

  it('gets only one gate, also after the rejection is undone', async () => {
    const gateId = await reject('1.1.0')
    await undoGate.run(rita, { gateId, reason: 'too early' })
    expect(await asked()).toEqual(['1.2.0 after 1.0.0'])
  })
})

it('a fix below a rolled-back version gets a gate, since it is served', async () => {
  await ingest(test.key, good('1.0.0'))
  await ingest(test.key, bad('2.0.0'))
  await reject('2.0.0')
  await ingest(test.key, bad('1.0.1'))
  expect(await asked()).toEqual(['1.0.1 after 1.0.0'])
})

it('a version gets a gate when runs of its predecessor arrive later', async () => {
  await ingest(test.key, bad('1.1.0'))
  await ingest(test.key, good('1.0.0'))
  expect(await asked()).toEqual(['1.1.0 after 1.0.0'])
})

describe('a version with a manual gate', () => {
  let gateId: string
  beforeEach(async () => {
    await ingest(test.key, good('1.0.0'))
    await ingest(test.key, good('1.1.0', 1))
    gateId = (await openGate.run(test.key, { chain: 'answers', version: '1.1.0', question: 'Ready?' })).gate.id
  })

  async function approve(): Promise<void> {
    const { evidenceDigest } = await see(rita, gateId)
    await decideGate.run(rita, { gateId, verdict: 'approved', evidenceDigest, reason: 'seen' })
  }

  it('gets a regression gate when its approval preceded the runs that show the regression', async () => {
    await approve()
    await ingest(test.key, bad('1.1.0'))
    expect(await asked()).toEqual(['1.1.0 after 1.0.0'])
  })

  it('gets no second gate while the first is pending or when it was approved as a regression', async () => {
    await ingest(test.key, bad('1.1.0'))
    await approve()
    await ingest(test.key, bad('1.1.0'))
    expect(await asked()).toEqual([])
  })
})
