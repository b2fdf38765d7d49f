import { describe, expect, it } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { publishVersion as publishContract } from '@/lib/contracts/versions'
import { getDb } from '@/lib/db/client'
import { decideGate, undoGate } from '../gates/act'
import { timeOutGate } from '../gates/deadline'
import { openGate } from '../gates/open'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { badRuns, goodRuns, makeRegressedChain, see } from '../testing/regressed-chain'
import { getChain } from './get'
import { publishVersion } from './publish'
import { updateChain } from './update'
import { getServedVersion, getVersion, putVersion } from './version'

type Body = InputOf<typeof publishContract>
const body = (overrides: Partial<Body> = {}): Body => ({ chain: 'answers', version: '1.0.0', ...overrides })
const served = async (test: TestProject) => (await getServedVersion.run(test.key, { chain: 'answers' })).version
const read = async (test: TestProject, version: string) =>
  (await getVersion.run(test.key, { chain: 'answers', version })).version

const everything: Partial<Body> = {
  contract: { requiredOutputs: ['answer'] },
  criteria: { required_fields: ['answer'] },
  graph: { nodes: [{ id: 'a' }, { id: 'b', dependencies: ['a'] }] },
  scenarios: [{ name: 'one', request: { question: '?' } }],
  notes: 'The first.',
}

describe('publishing', () => {
  it('stores everything it was given, makes an API key no author, and serves', async () => {
    const test = await makeProject()
    const { version, published, trials } = await publishVersion.run(test.key, body(everything))
    expect({ published, trials }).toEqual({ published: true, trials: 0 })
    expect(version).toMatchObject({
      ...everything,
      graph: { nodes: [{ id: 'a', dependencies: [] }, { id: 'b' }] },
      state: 'live',
      served: true,
      publishedBy: 'key test key',
      executor: null,
    })
    expect(version.events).toMatchObject([{ kind: 'published', reason: 'The first.', servedVersion: '1.0.0' }])
    const row = await getDb().chainVersion.findFirstOrThrow({ where: { projectId: test.project.id } })
    expect(row.authorId).toBeNull()
    expect(await served(test)).toBe('1.0.0')
  })

  it('has a history of which the newest 200 entries are listed, and all counted', async () => {
    const test = await makeProject()
    await publishVersion.run(test.key, body())
    const db = getDb()
    await db.$executeRaw`
      INSERT INTO version_event (project_id, version_id, id, kind, by, to_state, at)
      SELECT project_id, version_id, gen_random_uuid(), kind, by, to_state, at
      FROM version_event, generate_series(1, 204) WHERE project_id = ${test.project.id}::uuid`
    const { events, eventCount } = await read(test, '1.0.0')
    expect([events.length, eventCount]).toEqual([200, 205])
  })

  it('shows the address of its executor to admins; its host, and whether the address changed, to everybody else', async () => {
    const test = await makeProject()
    const url = 'https://203.0.114.1/run?token=secret'
    await publishVersion.run(test.key, body({ ...everything, executor: { kind: 'http', url }, dryRuns: 0 }))
    const executorFor = async (ctx: Parameters<typeof getVersion.run>[0], version = '1.0.0') =>
      (await getVersion.run(ctx, { chain: 'answers', version })).version.executor
    expect(await executorFor(await test.as('admin'))).toMatchObject({ host: '203.0.114.1', url })
    for (const ctx of [test.key, await test.as('reviewer'), await test.as('viewer')])
      expect(await executorFor(ctx)).toMatchObject({ host: '203.0.114.1', url: null })
    const changed = { kind: 'http', url: url.replace('/run', '/go') } as const
    await publishVersion.run(test.key, body({ ...everything, version: '1.0.1', executor: changed, dryRuns: 0 }))
    await publishVersion.run(test.key, body({ ...everything, version: '1.0.2', executor: changed, dryRuns: 0 }))
    const viewer = await test.as('viewer')
    expect(await executorFor(viewer, '1.0.1')).not.toEqual(await executorFor(viewer))
    expect(await executorFor(viewer, '1.0.1')).toEqual(await executorFor(viewer, '1.0.2'))
  })

  it('makes a person the author, who may not decide on it', async () => {
    const test = await makeProject()
    const author = await test.as('admin', 'Ada')
    await publishVersion.run(author, body())
    await ingest(test.key, [runBody()])
    const { gate } = await openGate.run(test.key, { chain: 'answers', version: '1.0.0', question: 'Good?' })
    expect((await see(author, gate.id)).mayDecide.allowed).toBe(false)
    expect((await see(await test.as('reviewer'), gate.id)).mayDecide.allowed).toBe(true)
  })

  it('by an API key may name a member as author, who may not decide on it', async () => {
    const test = await makeProject()
    const maker = await test.as('reviewer', 'Mona')
    const email = (actor: typeof maker.actor) => (actor.kind === 'user' ? (actor.email ?? '') : '')
    const { version } = await publishVersion.run(test.key, body({ author: email(maker.actor).toUpperCase() }))
    expect(version).toMatchObject({ author: 'Mona', publishedBy: expect.stringContaining('key') })
    expect((await publishVersion.run(test.key, body())).published).toBe(false)
    const { gate } = await openGate.run(test.key, { chain: 'answers', version: '1.0.0', question: 'Keep it?' })
    const { evidenceDigest } = await see(maker, gate.id)
    const decision = { gateId: gate.id, verdict: 'approved' as const, evidenceDigest }
    await expect(decideGate.run(maker, decision)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('refuses an author who is not a member, or differs from the publishing person', async () => {
    const test = await makeProject()
    const [ada, mona] = [await test.as('admin', 'Ada'), await test.as('reviewer', 'Mona')]
    const named = body({ author: mona.actor.kind === 'user' ? mona.actor.email : '' })
    const refusal = { code: 'invalid_input', issues: [{ path: 'author' }] }
    await expect(publishVersion.run(test.key, body({ author: 'x@example.com' }))).rejects.toMatchObject(refusal)
    await expect(publishVersion.run(ada, named)).rejects.toMatchObject(refusal)
    expect((await publishVersion.run(mona, named)).version.author).toBe('Mona')
  })

  it('again with the same body changes nothing, with another body is a conflict', async () => {
    const test = await makeProject()
    await publishVersion.run(test.key, body(everything))
    expect((await publishVersion.run(test.key, body(everything))).published).toBe(false)
    const other = publishVersion.run(test.key, body({ ...everything, notes: 'Another.' }))
    await expect(other).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'version' }] })
    expect((await read(test, '1.0.0')).events).toHaveLength(1)
  })

  it('concurrently makes one publication', async () => {
    const test = await makeProject()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        publishVersion.run(test.key, body({ ...everything, executor: { kind: 'local' } })),
      ),
    )
    expect(answers.filter(({ published }) => published)).toHaveLength(1)
    expect(await getDb().trial.count({ where: { projectId: test.project.id } })).toBe(4)
    expect((await read(test, '1.0.0')).events).toHaveLength(1)
  })

  it('two bodies concurrently accepts one', async () => {
    const test = await makeProject()
    const answers = await Promise.allSettled(['a', 'b'].map((notes) => publishVersion.run(test.key, body({ notes }))))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.each<[string, Partial<Body>, string]>([
    ['a version that is not semantic', { version: '1.0' }, 'version'],
    ['a schema that cannot be used', { contract: { schema: { type: 'nonsense' } } }, 'contract.schema'],
    [
      'a graph with a cycle',
      {
        graph: {
          nodes: [
            { id: 'a', dependencies: ['b'] },
            { id: 'b', dependencies: ['a'] },
          ],
        },
      },
      'graph.nodes[0].dependencies',
    ],
    [
      'an unknown dependency',
      { graph: { nodes: [{ id: 'a', dependencies: ['x'] }] } },
      'graph.nodes[0].dependencies[0]',
    ],
    ['a repeated scenario', { scenarios: [{ name: 'one' }, { name: 'one' }] }, 'scenarios[1].name'],
    ['an executor without a scenario', { executor: { kind: 'local' } }, 'scenarios'],
    ['more dry runs than scenarios', { dryRuns: 2, scenarios: [{ name: 'one' }] }, 'dryRuns'],
    [
      'a password in the address',
      { scenarios: [{ name: 'one' }], executor: { kind: 'http', url: 'https://a:b@example.com/' } },
      'executor.url',
    ],
    [
      'a reserved header',
      {
        scenarios: [{ name: 'one' }],
        executor: { kind: 'http', url: 'https://example.com/', headers: { 'Webhook-Id': 'x' } },
      },
      'executor.headers.Webhook-Id',
    ],
  ])('refuses %s, naming the field', async (_words, wrong, path) => {
    const test = await makeProject()
    const error = await publishVersion.run(test.key, body(wrong)).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path }] })
    expect(await getDb().chainVersion.count({ where: { projectId: test.project.id } })).toBe(0)
  })

  it('sets the profile of a new chain, and refuses another one for an existing chain', async () => {
    const test = await makeProject()
    expect((await publishVersion.run(test.key, body({ profile: 'gaff' }))).version.profile).toBe('gaff')
    const other = publishVersion.run(test.key, body({ version: '1.1.0', profile: 'stratt' }))
    await expect(other).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'profile' }] })
    await updateChain.run(await test.as('admin'), { chain: 'answers', profile: 'stratt' })
    expect((await publishVersion.run(test.key, body({ version: '1.1.0', profile: 'stratt' }))).published).toBe(true)
  })

  it('is final: the version can no longer be declared differently', async () => {
    const test = await makeProject()
    await publishVersion.run(test.key, body(everything))
    const change = putVersion.run(test.key, { chain: 'answers', version: '1.0.0', contract: {} })
    await expect(change).rejects.toMatchObject({ code: 'conflict' })
    expect((await read(test, '1.0.0')).contract).toEqual(everything.contract)
  })

  it('takes over a version known only from runs', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    const { version } = await publishVersion.run(test.key, body(everything))
    expect(version).toMatchObject({ liveRuns: 1, publishedBy: 'key test key', state: 'live' })
  })

  it('neither returns nor stores header values and the secret in plain text', async () => {
    const test = await makeProject()
    const executor = {
      kind: 'http',
      url: 'https://example.com/',
      headers: { Authorization: 'Bearer t0ps3cret' },
    } as const
    const answer = await publishVersion.run(test.key, body({ ...everything, executor }))
    expect(answer.signingSecret).toMatch(/^whsec_/)
    expect(answer.version.executor).toEqual({
      kind: 'http',
      host: 'example.com',
      url: null,
      addressMark: expect.stringMatching(/^[0-9a-f]{12}$/),
      headers: ['Authorization'],
      timeoutSeconds: 60,
    })
    const rows = await getDb().$queryRaw<{ text: string }[]>`
      SELECT v::text AS text FROM chain_version v WHERE project_id = ${test.project.id}::uuid
      UNION ALL SELECT a::text FROM audit_event a WHERE project_id = ${test.project.id}::uuid`
    const stored = rows.map(({ text }) => text).join()
    expect(stored).not.toContain('t0ps3cret')
    expect(stored).not.toContain(answer.signingSecret)
    const next = await publishVersion.run(test.key, body({ ...everything, version: '1.0.1', executor }))
    expect(next.signingSecret).toBeNull()
  })
})

describe('the served version', () => {
  it('is the highest live version; lower ones are superseded', async () => {
    const test = await makeProject()
    for (const version of ['1.9.0', '1.10.0', '1.2.0']) await publishVersion.run(test.key, body({ version }))
    expect(await served(test)).toBe('1.10.0')
    const { chain } = await getChain.run(test.key, { chain: 'answers' })
    expect(chain.versions.map(({ state }) => state)).toEqual(['live', 'superseded', 'superseded'])
  })

  it('changes to a candidate only when a person approves a gate on it', async () => {
    const test = await makeProject()
    await publishVersion.run(test.key, body())
    await publishVersion.run(test.key, body({ version: '2.0.0', candidate: true }))
    expect(await served(test)).toBe('1.0.0')
    expect(await read(test, '2.0.0')).toMatchObject({ state: 'candidate', events: [{ kind: 'held' }] })
    const reviewer = await test.as('reviewer', 'Rita')
    const { gate } = await openGate.run(test.key, { chain: 'answers', version: '2.0.0', question: 'Publish?' })
    const { evidenceDigest } = await see(reviewer, gate.id)
    await decideGate.run(reviewer, { gateId: gate.id, verdict: 'approved', evidenceDigest, reason: 'Good.' })
    expect(await served(test)).toBe('2.0.0')
    expect((await read(test, '2.0.0')).events[0]).toMatchObject({ kind: 'approved', by: 'Rita', toState: 'live' })
  })

  it('is checked for regressions also while a higher candidate exists', async () => {
    const test = await makeProject()
    await publishVersion.run(test.key, body({ version: '2.0.0', candidate: true }))
    await ingest(test.key, [...goodRuns(), ...badRuns()])
    expect((await read(test, '1.0.1')).gate).toMatchObject({ state: 'pending' })
  })

  it('changes back on a rejection and forward on its undo, with every step in the history', async () => {
    const test = await makeRegressedChain()
    expect(await served(test)).toBe('1.0.1')
    const { evidenceDigest } = await see(test.reviewer, test.gateId)
    const verdict = { gateId: test.gateId, verdict: 'rejected', evidenceDigest, reason: 'Empty answers.' } as const
    await decideGate.run(test.reviewer, verdict)
    expect(await served(test)).toBe('1.0.0')
    await undoGate.run(test.reviewer, { gateId: test.gateId, reason: 'Wrong chain.' })
    expect(await served(test)).toBe('1.0.1')
    expect((await read(test, '1.0.1')).events).toMatchObject([
      { kind: 'restored', by: 'Rita', reason: 'Wrong chain.', fromState: 'rolled_back', servedVersion: '1.0.1' },
      { kind: 'rolled_back', by: 'Rita', reason: 'Empty answers.', servedVersion: '1.0.0', gateId: test.gateId },
    ])
  })

  it('changes back when a deadline passes, and publishing the halted version again does not restore it', async () => {
    const test = await makeRegressedChain()
    const later = new Date(Date.now() + 25 * 3_600_000)
    await timeOutGate(getDb(), { projectId: test.project.id, id: test.gateId }, later)
    expect(await served(test)).toBe('1.0.0')
    expect((await read(test, '1.0.1')).events[0]).toMatchObject({ kind: 'halted', by: 'Deadline', toState: 'halted' })
    const again = publishVersion.run(test.key, body({ version: '1.0.1' }))
    await expect(again).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('halted') })
  })

  it('is null when every version is taken back, and not_found for an unknown chain', async () => {
    const test = await makeProject()
    await publishVersion.run(test.key, body({ candidate: true }))
    expect(await served(test)).toBeNull()
    await expect(getServedVersion.run(test.key, { chain: 'other' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
