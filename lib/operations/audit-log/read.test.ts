import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { createKey } from '../keys/keys'
import { askPairs } from '../pairs/ask'
import { nextPair } from '../pairs/claim'
import { append } from '../testing/audit-chain'
import { userIdOf } from '../testing/change-scene'
import { ingest, makeProject, runBody } from '../testing/factories'
import { makeRegressedChain } from '../testing/regressed-chain'
import { createView, deleteView } from '../views/views'
import { listAuditEvents } from './read'

describe('the list', () => {
  it('is newest first, in pages that new events do not shift', async () => {
    const test = await makeProject()
    await append(test.key, 5)
    const first = await listAuditEvents.run(test.key, { limit: 2 })
    await append(test.key, 1)
    const second = await listAuditEvents.run(test.key, { limit: 2, before: first.next ?? 0 })
    const last = await listAuditEvents.run(test.key, { limit: 2, before: second.next ?? 0 })
    const pages = [first, second, last].map((page) => page.events.map(({ seq }) => seq))
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
    expect(last.next).toBeNull()
  })

  it('filters by actor, action, subject and time', async () => {
    const { key, at, as } = await makeProject()
    const admin = await as('admin', 'Ada')
    await createKey.run(admin, { name: 'agent' })
    const early = at(new Date('2026-01-01T00:00:00Z'))
    await inTransaction(early, (tx) => audit(tx, early, 'test.early', { subject: 'thing:1' }))
    await append(key, 1)
    const seqs = async (filters: Parameters<typeof listAuditEvents.run>[1]) =>
      (await listAuditEvents.run(key, filters)).events.map(({ seq }) => seq)
    expect(await seqs({ actor: ['Ada'] })).toEqual([1])
    expect(await seqs({ action: ['test.early', 'test.done'] })).toEqual([3, 2])
    expect(await seqs({ subject: 'thing:1' })).toEqual([3, 2])
    expect(await seqs({ subject: 'key' })).toEqual([1])
    expect(await seqs({ to: '2026-01-01T00:00:00.001Z' })).toEqual([2])
    expect(await seqs({ from: '2026-01-01T00:00:00.001Z', actor: ['key test key'] })).toEqual([3])
    const { actors, actions } = await listAuditEvents.run(key, { actor: ['nobody'] })
    expect(actors).toEqual(['Ada', 'key test key'])
    expect(actions).toEqual(['key.create', 'test.done', 'test.early'])
  })

  it('gives subjects their current name and link, and deleted ones none', async () => {
    const { key, gateId } = await makeRegressedChain()
    await inTransaction(key, (tx) => audit(tx, key, 'test.odd', { subject: 'gate:no-id' }))
    await inTransaction(key, (tx) => audit(tx, key, 'test.odd', { subject: `run:${gateId}` }))
    const { events } = await listAuditEvents.run(key, {})
    const opened = events.find(({ action }) => action === 'gate.opened')
    expect(opened).toMatchObject({ name: expect.stringContaining('worse than'), path: `/gates/${gateId}` })
    expect(opened).toMatchObject({ actor: 'Regression check', actorKind: 'system', via: 'job' })
    expect(events.slice(0, 2)).toMatchObject([
      { name: null, path: null },
      { name: null, path: null },
    ])
  })

  it('names an invitation by the person who accepted it, never by the address, and links a judge, a domain and a kind of failure', async () => {
    const { project, as, key } = await makeProject()
    const [open, accepted, judgeId] = [uuid(), uuid(), uuid()]
    const [admin, projectId, at] = [await as('admin', 'Ada'), project.id, new Date()]
    const invited = {
      projectId,
      email: 'bob@example.test',
      role: 'viewer',
      createdAt: at,
      expiresAt: at,
      provesEmail: true,
    }
    const by = { invitedById: userIdOf(admin) }
    await getDb().invitation.create({ data: { ...invited, ...by, id: open, tokenHash: open } })
    const joined = { acceptedAt: at, acceptedById: userIdOf(admin) }
    await getDb().invitation.create({ data: { ...invited, ...by, ...joined, id: accepted, tokenHash: accepted } })
    const judge = {
      projectId,
      id: judgeId,
      name: 'Second',
      kind: 'openai',
      baseUrl: 'https://a.example',
      model: 'm',
      rank: 1,
    }
    await getDb().projectJudge.create({ data: { ...judge, createdAt: at, updatedAt: at } })
    await ingest(key, [runBody({ nodes: [{ id: 'a', status: 'failed', error: 'No disk left' }], status: 'failed' })])
    const group = await getDb().failureGroup.findFirstOrThrow({ where: { projectId } })
    const nouns = [`invitation:${open}`, `invitation:${accepted}`, `judge:${judgeId}`, 'domain:a.example']
    const subjects = [...nouns, `failure-group:${group.fingerprint}`]
    await inTransaction(key, async (tx) => {
      for (const subject of subjects) await audit(tx, key, 'test.done', { subject })
    })
    const { events } = await listAuditEvents.run(await as('viewer'), { action: ['test.done'] })
    expect(events.toReversed().map(({ name, path }) => ({ name, path }))).toEqual([
      { name: null, path: '/settings/members' },
      { name: 'Ada', path: '/settings/members' },
      { name: 'Second', path: '/settings/judge' },
      { name: 'a.example', path: '/settings/members' },
      { name: 'a: No disk left', path: `/failures/${encodeURIComponent(group.fingerprint)}` },
    ])
  })

  it('names compared versions, the two runs of a pair, and a saved view, each with its page', async () => {
    const { key, as } = await makeProject()
    const admin = await as('admin', 'Ada')
    const of = (version: string, id: string) => runBody({ id, version, scenario: 'refund' })
    await ingest(key, [of('1.0.0', 'old'), of('1.1.0', 'new'), of('1.1.0', 'newest')])
    const versions = { chain: 'answers', a: '1.0.0', b: '1.1.0' }
    await askPairs.run(admin, versions)
    await nextPair.run(admin, versions)
    const runs = await getDb().run.findMany({ where: { projectId: key.project.id } })
    const idOf = (name: string) => runs.find(({ clientId }) => clientId === name)?.id ?? ''
    await askPairs.run(admin, { runs: [idOf('new'), idOf('newest')] })
    const shown = async (action: string) => (await listAuditEvents.run(await as('viewer'), { action: [action] })).events
    const compare = (a: string, b: string) => `/compare?${new URLSearchParams({ a, b })}`
    const ofRuns = (a: string, b: string) => compare(`run:${idOf(a)}`, `run:${idOf(b)}`)
    expect(await shown('pairs.asked')).toMatchObject([
      { name: 'new and newest', path: ofRuns('new', 'newest') },
      { name: 'answers 1.0.0 and 1.1.0', path: compare('version:answers@1.0.0', 'version:answers@1.1.0') },
    ])
    expect(await shown('pairs.claimed')).toMatchObject([
      { name: expect.stringMatching(/^old and new/), path: expect.stringContaining('/compare?a=run%3A') },
    ])

    const { view } = await createView.run(admin, { screen: 'runs', name: 'Rejected', query: 'decision=reject' })
    expect(await shown('view.created')).toMatchObject([{ name: 'Rejected', path: '/runs?decision=reject' }])
    await deleteView.run(admin, { viewId: view.id })
    expect(await shown('view.created')).toMatchObject([{ name: null, path: null }])
  })
})
