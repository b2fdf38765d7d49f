import { describe, expect, it } from 'vitest'
import type { ConnectionScope } from '@/lib/contracts/connections'
import { getDb } from '@/lib/db/client'
import { passwordStamp } from '../account/password-hash'
import { authorizeProject } from '../authorize'
import { decideGate } from '../gates/act'
import { ingestRuns } from '../ingest/ingest-runs'
import { removeMember } from '../members/members'
import { reviewRun } from '../reviews/review'
import { asApp, asking, CALLBACK, connected, type Tokens, userIdOf } from '../testing/connection-scene'
import { makeProject, runBody } from '../testing/factories'
import { createConnection, listConnections, revokeConnection } from './connections'
import { openRequest } from './request'
import { findTokenActor } from './tokens'

describe('an authorization request', () => {
  it('shows the app, where the answer goes, and the requested scopes', async () => {
    const { request } = await asking(await makeProject())
    expect(await openRequest(getDb(), { ...request, scope: 'openid read' })).toMatchObject({
      kind: 'ask',
      app: 'Assistant',
      place: 'an app on this computer',
      scopes: ['read'],
      deniedTo: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:4000\/callback\?error=access_denied.*&state=x\+y&iss=http/,
      ),
    })
    expect(await openRequest(getDb(), request)).toMatchObject({ scopes: ['read', 'write'] })
  })

  it('does not redirect for an unregistered app or address', async () => {
    const { request } = await asking(await makeProject())
    const open = (changed: object) => openRequest(getDb(), { ...request, ...changed })
    expect(await open({ client_id: 'vrc_nobody' })).toEqual({ kind: 'refused', reason: 'unknown_app' })
    for (const redirect_uri of [
      'https://evil.example/',
      `${CALLBACK}/more`,
      undefined,
      [CALLBACK, 'https://evil.example/'],
    ])
      expect(await open({ redirect_uri })).toEqual({ kind: 'refused', reason: 'other_address' })
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('reports an error to the app: %j', async (changed, error) => {
    const { request } = await asking(await makeProject())
    const opened = await openRequest(getDb(), { ...request, ...changed })
    if (opened.kind !== 'faulty') throw new Error(opened.kind)
    expect(opened.redirectTo.startsWith(`${CALLBACK}?`)).toBe(true)
    expect(Object.fromEntries(new URL(opened.redirectTo).searchParams)).toMatchObject({ error, state: 'x y' })
  })
})

describe('a connection', () => {
  it('lasts ten minutes unless its app fetches its tokens', async () => {
    const { person, codeFor } = await asking(await makeProject())
    await codeFor()
    const listedAfter = async (minutes: number) =>
      (await listConnections.run({ ...person, now: () => new Date(Date.now() + minutes * 60_000) }, {})).connections
        .length
    expect([await listedAfter(9), await listedAfter(11)]).toEqual([1, 0])
  })

  it('acts for its person in one project, is audited, and stores tokens as digests only', async () => {
    const scene = await connected()
    const { project, tokens } = scene
    const ctx = await asApp(scene)
    expect(ctx.actor).toMatchObject({ kind: 'key', scopes: ['read', 'write'], project: { id: project.project.id } })
    await ingestRuns.run(ctx, runBody())
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.project.id } })
    expect(events.map(({ action }) => action)).toContain('connection.granted')
    const kept = JSON.stringify([
      await getDb().oauthToken.findMany({ where: { projectId: project.project.id } }),
      await getDb().oauthGrant.findMany({ where: { projectId: project.project.id } }),
      events,
      await listConnections.run(scene.person, {}),
    ])
    for (const secret of [tokens.access_token, tokens.refresh_token, scene.code]) expect(kept).not.toContain(secret)
  })

  it('never decides, reviews or sends human signals, whatever the role', async () => {
    const scene = await connected(['read', 'write'], 'admin')
    const ctx = await asApp(scene)
    const id = '0198c000-0000-7000-8000-000000000001'
    const forbidden = { code: 'forbidden' }
    const verdict = { gateId: id, verdict: 'approved' as const, evidenceDigest: 'x' }
    await expect(decideGate.run(ctx, verdict)).rejects.toMatchObject(forbidden)
    await expect(reviewRun.run(ctx, { runId: id, verdict: 'approve' })).rejects.toMatchObject(forbidden)
    await expect(authorizeProject(ctx, 'admin')).rejects.toMatchObject(forbidden)
    await expect(listConnections.run(ctx, {})).rejects.toMatchObject(forbidden)
    for (const signals of [{ human: 1 }, [{ evaluator: 'human' as const, value: 1 }]]) {
      const refused = { code: 'invalid_input', issues: [{ path: 'signals', message: expect.any(String) }] }
      await expect(ingestRuns.run(ctx, runBody({ signals }))).rejects.toMatchObject(refused)
      await expect(ingestRuns.run(ctx, { runs: [runBody({ signals })] })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
  })

  it('has no more scopes than the person’s current role', async () => {
    const scene = await connected()
    const where = { userId: userIdOf(scene.person) }
    await getDb().membership.updateMany({ where, data: { role: 'viewer' } })
    expect(await findTokenActor(scene.tokens.access_token)).toMatchObject({ scopes: ['read'] })
    await getDb().membership.deleteMany({ where })
    expect(await findTokenActor(scene.tokens.access_token)).toBeNull()
    expect(await scene.refresh(scene.tokens.refresh_token)).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  it('goes on when its person leaves another project', async () => {
    const { person, tokens } = await connected()
    const [other, userId] = [await makeProject(), userIdOf(person)]
    await getDb().membership.create({ data: { projectId: other.project.id, userId, role: 'reviewer' } })
    await removeMember.run(await other.as('admin'), { userId })
    expect(await findTokenActor(tokens.access_token)).toMatchObject({ scopes: ['read', 'write'] })
  })

  it('ends when its person leaves the project, and stays ended when they return', async () => {
    const scene = await connected()
    const [userId, { id: projectId }] = [userIdOf(scene.person), scene.project.project]
    await removeMember.run(await scene.project.as('admin'), { userId })
    await getDb().membership.create({ data: { projectId, userId, role: 'reviewer' } })
    expect(await findTokenActor(scene.tokens.access_token)).toBeNull()
    expect(await scene.refresh(scene.tokens.refresh_token)).toMatchObject({ body: { error: 'invalid_grant' } })
    expect(await listConnections.run(scene.person, {})).toEqual({ connections: [], next: null })
  })

  it('cannot be granted write access that it did not request', async () => {
    const { person, request } = await asking(await makeProject())
    const give = (scope: string, scopes: ConnectionScope[]) =>
      createConnection.run(person, { request: { ...request, scope }, scopes })
    await expect(give('read', ['read', 'write'])).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await give('write', ['read'])).toMatchObject({ redirectTo: expect.stringContaining('code=') })
  })

  it('cannot be granted scopes that the person lacks', async () => {
    const { person, request } = await asking(await makeProject(), 'viewer')
    const give = (scopes: ConnectionScope[]) => createConnection.run(person, { request, scopes })
    await expect(give(['read', 'write'])).rejects.toMatchObject({ code: 'forbidden' })
    expect(await give(['read'])).toMatchObject({ redirectTo: expect.stringContaining('code=') })
    const elsewhere = { ...request, redirect_uri: 'https://evil.example/' }
    await expect(createConnection.run(person, { request: elsewhere, scopes: ['read'] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it.each([
    ['the password', (id: string) => getDb().user.update({ where: { id }, data: { passwordHash: 'another' } })],
    ['the account', (id: string) => getDb().user.update({ where: { id }, data: { disabledAt: new Date() } })],
  ])('ends when %s changes', async (_, change) => {
    const scene = await connected()
    await change(userIdOf(scene.person))
    expect(await findTokenActor(scene.tokens.access_token)).toBeNull()
    expect((await listConnections.run(await scene.project.as('admin'), {})).connections).toEqual([])
  })

  it('is listed for its person and for admins, who can end it immediately', async () => {
    const scene = await connected()
    const { project, person, tokens } = scene
    const [mine] = (await listConnections.run(person, {})).connections
    expect(mine).toMatchObject({ app: 'Assistant', person: 'Ada', isMine: true, scopes: ['read', 'write'] })
    expect((await listConnections.run(await project.as('reviewer'), {})).connections).toEqual([])
    const connectionId = mine?.id ?? ''
    const other = await project.as('reviewer')
    await expect(revokeConnection.run(other, { connectionId })).rejects.toMatchObject({ code: 'not_found' })
    const admin = await project.as('admin')
    expect((await listConnections.run(admin, {})).connections).toMatchObject([{ id: connectionId, isMine: false }])
    await revokeConnection.run(admin, { connectionId })
    expect(await findTokenActor(tokens.access_token)).toBeNull()
    expect((await listConnections.run(person, {})).connections).toEqual([])
  })

  it('is listed page by page, and for an admin also without those of others', async () => {
    const { project, person } = await connected(['read'], 'admin')
    const other = await project.as('reviewer', 'Bob')
    await getDb().$executeRaw`
      INSERT INTO oauth_grant (project_id, id, user_id, client_id, client_name, scopes, stamp, expires_at)
      SELECT project_id, gen_random_uuid(), CASE WHEN n > 3 THEN ${userIdOf(other)}::uuid ELSE user_id END, client_id, 'App ' || n, scopes,
        CASE WHEN n > 3 THEN ${passwordStamp(null)} ELSE stamp END, expires_at
      FROM oauth_grant, generate_series(1, 9) n WHERE project_id = ${project.project.id}::uuid`
    const all = async (input: { mine?: boolean }) => {
      const apps: string[] = []
      let cursor: string | undefined
      do {
        const page = await listConnections.run(person, { ...input, limit: 4, ...(cursor && { cursor }) })
        apps.push(...page.connections.map(({ app }) => app))
        cursor = page.next ?? undefined
      } while (cursor)
      return apps.sort()
    }
    const apps = ['Assistant', ...Array.from({ length: 9 }, (_, place) => `App ${place + 1}`)]
    expect(await all({})).toEqual(apps.toSorted())
    expect(await all({ mine: true })).toEqual(['App 1', 'App 2', 'App 3', 'Assistant'])
  })

  it('replaces an earlier one of the same app', async () => {
    const scene = await connected()
    const again = (await scene.codeFor(['read'])).get('code') ?? ''
    expect(await findTokenActor(scene.tokens.access_token)).toBeNull()
    const { body } = await scene.exchange(again)
    expect(await findTokenActor((body as Tokens).access_token)).toMatchObject({ scopes: ['read'] })
    expect((await listConnections.run(scene.person, {})).connections).toHaveLength(1)
  })
})
