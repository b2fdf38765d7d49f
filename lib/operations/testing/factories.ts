import { v7 as uuid } from 'uuid'
import type { Role } from '@/lib/contracts/projects'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { CHAIN_START } from '@/lib/engine/audit/check-chain'
import type { Context, ProjectContext, ProjectRef } from '../context'
import { ingestBatch } from '../ingest/ingest-batch'

export type TestProject = {
  project: ProjectRef
  as: (role: Role, name?: string) => Promise<Context>
  key: ProjectContext
  at: (now: Date) => ProjectContext
}

/** Creates a separate project, so that tests never see each other's rows. `at`: its key's context at another time. */
export async function makeProject(): Promise<TestProject> {
  const db = getDb()
  const slug = `test-${uuid().slice(-12)}`
  const project = await db.project.create({ data: { slug, name: slug }, select: { id: true, slug: true, name: true } })
  await db.auditHead.create({ data: { projectId: project.id, ...CHAIN_START } })
  const at = (now: Date): ProjectContext => ({ ...keyContext(project), now: () => now })
  return {
    project,
    key: keyContext(project),
    at,
    as: (role, name = `${role} ${slug}`) => makeMember(project, role, name),
  }
}

function keyContext(project: ProjectRef): ProjectContext {
  const actor = { kind: 'key', keyId: uuid(), name: 'test key', scopes: ['read', 'write'], project } as const
  return { actor, db: getDb(), now: () => new Date(), requestId: uuid(), project, role: null }
}

async function makeMember(project: ProjectRef, role: Role, name: string): Promise<Context> {
  const email = `${uuid()}@example.test`
  const user = await getDb().user.create({ data: { email, emailVerifiedAt: new Date(), name } })
  await getDb().membership.create({ data: { projectId: project.id, userId: user.id, role } })
  const actor = { kind: 'user', userId: user.id, name, email } as const
  return { actor, db: getDb(), now: () => new Date(), requestId: uuid(), projectSlug: project.slug }
}

/** A complete, cheap and good run body, with overrides. */
export function runBody(overrides: Partial<RunBody> = {}): RunBody {
  return {
    id: uuid(),
    chain: 'answers',
    version: '1.0.0',
    output: { answer: 'forty-two' },
    contract: { requiredOutputs: ['answer'] },
    tokens: { input: 100, output: 900 },
    startedAt: new Date().toISOString(),
    ...overrides,
  }
}

/** Ingests runs and returns internal ids by client id; throws when one is rejected. */
export async function ingest(ctx: ProjectContext, bodies: readonly RunBody[]): Promise<Map<string, string>> {
  const result = await ingestBatch(ctx, bodies, 'test')
  if (result.rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(result.rejected[0])}`)
  return new Map(result.accepted.map((run) => [run.id, run.runId]))
}
