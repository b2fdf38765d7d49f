import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { deleteProject, restoreProject } from '../erasure/delete-project'
import { getProjectStatus } from '../projects/projects'
import { asApp, asking, CALLBACK, connected, type Tokens, verifier } from '../testing/connection-scene'
import { makeProject } from '../testing/factories'
import { revokeByToken } from './oauth-server'
import { registerClient } from './request'
import { findTokenActor } from './tokens'

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

describe('an access token', () => {
  it('reads no project that its person no longer sees, because it is scheduled for deletion, until that is cancelled', async () => {
    const { project, person, tokens } = await connected()
    const admin = await project.as('admin')
    const read = async () => getProjectStatus.run(await asApp({ person, tokens }), {})
    await expect(read()).resolves.toBeTruthy()
    await deleteProject.run(admin, { name: project.project.name })
    await expect(getProjectStatus.run(person, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(read()).rejects.toMatchObject({ code: 'forbidden' })
    await restoreProject.run(admin, {})
    await expect(read()).resolves.toBeTruthy()
  })
})
