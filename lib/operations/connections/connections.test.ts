import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConnectionScope } from '@/lib/contracts/connections'
import type { Role } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import { authorizeProject } from '../authorize'
import type { Context } from '../context'
import { decideGate } from '../gates/act'
import { ingestRuns } from '../ingest/ingest-runs'
import { reviewRun } from '../reviews/review'
import { makeProject, runBody, type TestProject } from '../testing/factories'
import { registerClient } from './clients'
import { createConnection, listConnections, revokeConnection } from './connections'
import { exchangeToken, revokeByToken } from './exchange'
import { openRequest } from './request'
import { findTokenActor } from './tokens'

const CALLBACK = 'http://127.0.0.1:4000/callback'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

type Tokens = { access_token: string; refresh_token: string; scope: string }

async function asking(project: TestProject, role: Role = 'reviewer') {
  const client = await registerClient({ redirect_uris: [CALLBACK], client_name: 'Assistant' })
  const person = await project.as(role, 'Ada')
  const request = {
    client_id: client.id,
    redirect_uri: CALLBACK,
    response_type: 'code' as const,
    code_challenge: challenge,
    code_challenge_method: 'S256' as const,
    state: 'x y',
  }
  const codeFor = async (scopes: ConnectionScope[] = ['read', 'write']) => {
    const { redirectTo } = await createConnection.run(person, { request, scopes })
    return new URL(redirectTo).searchParams
  }
  const exchange = (code: string, changed: Record<string, string> = {}) =>
    exchangeToken({
      grant_type: 'authorization_code',
      client_id: client.id,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      code,
      ...changed,
    })
  const refresh = (refreshToken: string, clientId = client.id) =>
    exchangeToken({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId })
  return { client, person, request, codeFor, exchange, refresh }
}

async function connected(scopes: ConnectionScope[] = ['read', 'write'], role: Role = 'reviewer') {
  const project = await makeProject()
  const scene = await asking(project, role)
  const code = (await scene.codeFor(scopes)).get('code') ?? ''
  const { status, body } = await scene.exchange(code)
  expect(status).toBe(200)
  return { project, ...scene, code, tokens: body as Tokens }
}

/** Returns the context in which the app acts. */
async function asApp({ person, tokens }: { person: Context; tokens: Tokens }): Promise<Context> {
  const actor = await findTokenActor(tokens.access_token)
  if (!actor) throw new Error('the token is not good')
  return { ...person, actor, projectSlug: undefined }
}

const userIdOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '')

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

  it('replaces an earlier one of the same app', async () => {
    const scene = await connected()
    const again = (await scene.codeFor(['read'])).get('code') ?? ''
    expect(await findTokenActor(scene.tokens.access_token)).toBeNull()
    const { body } = await scene.exchange(again)
    expect(await findTokenActor((body as Tokens).access_token)).toMatchObject({ scopes: ['read'] })
    expect((await listConnections.run(scene.person, {})).connections).toHaveLength(1)
  })
})

describe('an authorization code', () => {
  it('names its issuer, and is exchanged only by its app with its verifier and address', async () => {
    const { codeFor, exchange } = await asking(await makeProject())
    const answer = await codeFor()
    expect(answer.get('state')).toBe('x y')
    expect(answer.get('iss')).toMatch(/^http/)
    const other = await registerClient({ redirect_uris: [CALLBACK] })
    for (const changed of [
      { code_verifier: `${verifier.slice(0, -1)}_` },
      { code_verifier: '' },
      { redirect_uri: 'http://127.0.0.1:4001/callback' },
      { client_id: other.id },
      { resource: 'https://other.example/' },
    ] as Record<string, string>[]) {
      const code = (await codeFor()).get('code') ?? ''
      const refused = await exchange(code, changed)
      expect(refused.status, JSON.stringify(changed)).toBe(400)
      expect(refused.body).toMatchObject({ error: expect.stringMatching(/^invalid_/) })
    }
  })

  it('revokes the connection when it is used twice', async () => {
    const { exchange, code, tokens, project } = await connected()
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await findTokenActor(tokens.access_token)).toBeNull()
    const events = await getDb().auditEvent.findMany({
      where: { projectId: project.project.id, action: 'connection.revoked' },
    })
    expect(events).toMatchObject([{ actor: 'Connected apps', after: { reason: expect.stringContaining('twice') } }])
  })

  it('is exchanged only once when two requests race', async () => {
    const { codeFor, exchange } = await asking(await makeProject())
    const code = (await codeFor()).get('code') ?? ''
    const answers = await Promise.all([exchange(code), exchange(code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('a refresh token', () => {
  it('works once and only for its app, and is rotated', async () => {
    const { refresh, tokens, project } = await connected(['read'])
    const other = await registerClient({ redirect_uris: [CALLBACK] })
    expect(await refresh(tokens.refresh_token, other.id)).toMatchObject({ status: 400 })
    const { body } = await refresh(tokens.refresh_token)
    const next = body as Tokens
    expect(next).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number), scope: 'read' })
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect(await findTokenActor(next.access_token)).toMatchObject({ project: { id: project.project.id } })
    // A second process of the same app that is slightly late is refused, but nothing is revoked.
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await findTokenActor(next.access_token)).not.toBeNull()
  })

  it('revokes the connection when it is reused later, as it may be stolen', async () => {
    const { refresh, tokens, project } = await connected()
    const next = (await refresh(tokens.refresh_token)).body as Tokens
    const earlier = new Date(Date.now() - 60_000)
    const where = { projectId: project.project.id, kind: 'refresh', usedAt: { not: null } }
    await getDb().oauthToken.updateMany({ where, data: { usedAt: earlier } })
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400 })
    expect(await findTokenActor(next.access_token)).toBeNull()
    expect(await refresh(next.refresh_token)).toMatchObject({ status: 400 })
  })

  it('is no access token, and an access token is no refresh token', async () => {
    const { refresh, tokens } = await connected()
    expect(await findTokenActor(tokens.refresh_token)).toBeNull()
    expect(await refresh(tokens.access_token)).toMatchObject({ status: 400 })
  })
})

it('an app can revoke its own connection and no other', async () => {
  const { client, tokens } = await connected()
  await revokeByToken(tokens.refresh_token, 'vrc_other')
  expect(await findTokenActor(tokens.access_token)).not.toBeNull()
  await revokeByToken(tokens.refresh_token, client.id)
  expect(await findTokenActor(tokens.access_token)).toBeNull()
})

it('deletes apps that were not connected within a week', async () => {
  const day = 24 * 60 * 60 * 1000
  const old = await registerClient({ redirect_uris: [CALLBACK] }, new Date(Date.now() - 8 * day))
  const { client } = await connected()
  await getDb().oauthClient.update({ where: { id: client.id }, data: { createdAt: old.createdAt } })
  await registerClient({ redirect_uris: [CALLBACK] })
  expect(await getDb().oauthClient.findUnique({ where: { id: old.id } })).toBeNull()
  expect(await getDb().oauthClient.findUnique({ where: { id: client.id } })).not.toBeNull()
})
