import { describe, expect, it } from 'vitest'
import { publishVersion } from '../chains/publish'
import { decideGate } from '../gates/act'
import { openGate } from '../gates/open'
import { ingest, makeProject } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { AFTER_BOTH, makeTwoWeeks, runsFrom } from '../testing/two-weeks'
import { getWeek } from './page'

const week = '2026-W11'
const WORSE = { version: '2.0.0', output: { answer: '' } }

/** In W10 `answers` and `search` ran as they do in both weeks; in W11 also 2.0.0 of `search`, which answers nothing. */
async function makeWorseVersion() {
  const test = await makeTwoWeeks()
  await ingest(
    { ...test.key, now: () => new Date('2026-03-12T00:00:00Z') },
    runsFrom('2026-03-11T00:00:00Z', 6, { ...WORSE, chain: 'search' }),
  )
  const versionsOf = async (of = week) => (await getWeek.run(test.at(AFTER_BOTH), { week: of })).report.versions
  return { ...test, versionsOf }
}

describe('the versions of a week', () => {
  it('are all counted, of which fifty are listed', async () => {
    const { at, key } = await makeWorseVersion()
    const hundred = Array.from({ length: 60 }, (_, place) =>
      runsFrom('2026-03-11T00:00:00Z', 1, { chain: `chain ${place}`, version: '1.0.0' }),
    )
    await ingest({ ...key, now: () => new Date('2026-03-12T00:00:00Z') }, hundred.flat())
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.versions).toHaveLength(50)
    expect(report.versionTotals).toEqual({ versions: 61, worse: 1 })
  })

  it('are those that first ran in it, judged as on the page of their chain, with their gate', async () => {
    const { versionsOf, at } = await makeWorseVersion()
    const [worse, ...others] = (await versionsOf()) ?? []
    expect(others).toEqual([])
    expect(worse).toMatchObject({
      chain: 'search',
      version: '2.0.0',
      state: 'live',
      isNew: true,
      isWorse: true,
      comparedWith: '1.0.0',
      verdict: 'regression',
      quality: { n: 6 },
      gate: { state: 'pending' },
      changes: [],
    })
    const { report, markdown } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.summary[2]).toContain('1 version is worse than the one before it: search 2.0.0 (down')
    expect(report.gates.overdue.map(({ id }) => id)).toContain(worse?.gate?.id)
    expect(markdown).toMatch(/## What to do\n\n- Decide the gate: /)
    expect(markdown).toContain('## Versions')
  })

  it('are worth a decision also where a gate on them is not due yet', async () => {
    const { at, versionsOf } = await makeWorseVersion()
    const thursday = at(new Date('2026-03-12T10:00:00Z'))
    const question = { chain: 'answers', version: '1.0.0', question: 'Keep it?' }
    const { gate } = await openGate.run(thursday, { ...question, deadlineHours: 200 })
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.gates.waiting).toMatchObject([{ id: gate.id, state: 'pending', decidedBy: null }])
    expect(await versionsOf()).toMatchObject([{ chain: 'search' }])
  })

  it('of the week before are the ones that began then', async () => {
    const { versionsOf } = await makeWorseVersion()
    const before = (await versionsOf('2026-W10')) ?? []
    expect(before.map(({ version }) => version)).not.toContain(WORSE.version)
    expect(before.filter(({ isNew }) => isNew).map(({ chain, version }) => `${chain} ${version}`)).toEqual([
      'answers 1.0.0',
      'search 1.0.0',
    ])
  })

  it('stay listed while the newest is worse, and no longer once a person took it back', async () => {
    const { as, at, key, versionsOf } = await makeWorseVersion()
    const later = '2026-W12'
    const after = new Date('2026-03-23T09:00:00Z')
    await ingest(
      { ...key, now: () => new Date('2026-03-18T00:00:00Z') },
      runsFrom('2026-03-17T00:00:00Z', 2, { ...WORSE, chain: 'search' }),
    )
    const listed = async () => (await getWeek.run(at(after), { week: later })).report.versions
    expect(await listed()).toMatchObject([{ version: '2.0.0', isNew: false, isWorse: true, changes: [] }])
    const gateId = (await versionsOf())?.[0]?.gate?.id ?? ''
    const rita = { ...(await as('reviewer', 'Rita')), now: () => new Date('2026-03-12T12:00:00Z') }
    const { evidenceDigest } = await see(rita, gateId)
    await decideGate.run(rita, { gateId, verdict: 'rejected', reason: 'It answers nothing.', evidenceDigest })
    expect(await listed()).toEqual([])
    expect(await versionsOf()).toMatchObject([
      { version: '2.0.0', state: 'rolled_back', isWorse: false, changes: [{ kind: 'rolled_back', by: 'Rita' }] },
    ])
  })

  it('include one published without a run, and none of another project', async () => {
    const { at, key } = await makeProject()
    const other = await makeProject()
    const during = new Date('2026-03-12T00:00:00Z')
    await publishVersion.run({ ...key, now: () => during }, { chain: 'answers', version: '1.0.0' })
    await publishVersion.run({ ...other.key, now: () => during }, { chain: 'mail', version: '1.0.0' })
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.versions).toMatchObject([
      { chain: 'answers', isNew: false, isWorse: false, changes: [{ kind: 'published' }], quality: { n: 0 } },
    ])
  })
})
