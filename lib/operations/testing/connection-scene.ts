import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { ConnectionScope } from '@/lib/contracts/connections'
import type { Role } from '@/lib/contracts/projects'
import { createConnection } from '../connections/connections'
import { exchangeToken } from '../connections/oauth-server'
import { registerClient } from '../connections/request'
import { findTokenActor } from '../connections/tokens'
import type { Context } from '../context'
import { makeProject, type TestProject } from './factories'

export const CALLBACK = 'http://127.0.0.1:4000/callback'
export const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

export type Tokens = { access_token: string; refresh_token: string; scope: string }

export async function asking(project: TestProject, role: Role = 'reviewer') {
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

export async function connected(scopes: ConnectionScope[] = ['read', 'write'], role: Role = 'reviewer') {
  const project = await makeProject()
  const scene = await asking(project, role)
  const code = (await scene.codeFor(scopes)).get('code') ?? ''
  const { status, body } = await scene.exchange(code)
  expect(status).toBe(200)
  return { project, ...scene, code, tokens: body as Tokens }
}

export async function asApp({ person, tokens }: { person: Context; tokens: Tokens }): Promise<Context> {
  const actor = await findTokenActor(tokens.access_token)
  if (!actor) throw new Error('the token is not good')
  return { ...person, actor, projectSlug: undefined }
}

export const userIdOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '')
