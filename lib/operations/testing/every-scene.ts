import { z } from 'zod'
import { type Db, getDb } from '@/lib/db/client'
import type { PrismaClient } from '@/lib/db/generated/client'
import type { Context } from '../context'
import { postDeadLetter } from '../dead-letters/add'
import type { Operation } from '../operation'
import { sequentialThinkingQa } from '../thinking/think'
import { createEndpoint } from '../webhooks/endpoints'
import { ingest, runBody } from './factories'
import { makeRegressedChain, type RegressedChain } from './regressed-chain'

/** Inputs that cannot be derived from field names. */
const INPUTS: Readonly<Record<string, object>> = {
  'chains.compare': { a: '1.0.0', b: '1.0.1' },
  'configuration.preview': { config: { gate_hours: 5 } },
  'gates.wait': { timeoutSeconds: 0 },
  'pairs.result': { a: '1.0.0', b: '1.0.1' },
  search: { text: 'answers' },
}

/** A project in which every operation finds its subject. */
export type Scene = RegressedChain & { viewer: Context; admin: Context; known: Readonly<Record<string, unknown>> }

/** Creates a project with one object of each kind; `known` contains their ids by field name. */
export async function makeScene(): Promise<Scene> {
  const chain = await makeRegressedChain()
  const { key, gateId } = chain
  const admin = await chain.as('admin', 'Ada')
  const thought = { thought: 'Look', thought_number: 1, total_thoughts: 1, next_thought_needed: false }
  const { session_id } = await sequentialThinkingQa.run(key, thought)
  const letter = await postDeadLetter.run(key, { operation: 'tool:bash', error: 'exit 1', category: 'PERMANENT' })
  const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
  const { endpoint } = await createEndpoint.run(admin, hook)
  const nodes = [{ id: 'look', status: 'failed' as const, error: { message: 'The disk is full' } }]
  await ingest(key, [runBody({ id: 'failed', status: 'failed', nodes })])
  const run = await key.db.run.findFirstOrThrow({ where: { projectId: chain.project.id, clientId: 'failed' } })
  await addForecast(key.db, chain.project.id, run.id)
  const group = await key.db.failureGroup.findFirstOrThrow({ where: { projectId: chain.project.id } })
  const known = {
    runId: run.id,
    run: run.id,
    group: group.fingerprint,
    gateId,
    chain: 'answers',
    version: '1.0.1',
    deadLetterId: letter.item.id,
    endpointId: endpoint.id,
    sessionId: session_id,
    session_id,
    ordinal: 1,
    week: '2026-W11',
    ...(admin.actor.kind === 'user' && { userId: admin.actor.userId }),
  }
  return { ...chain, viewer: await chain.as('viewer', 'Vera'), admin, known }
}

/** A forecast is made from eight verdicts on: this one is by a fit without a model. */
async function addForecast(db: Db, projectId: string, runId: string): Promise<void> {
  const of = { projectId, kind: 'forecast', version: 1 }
  const at = new Date()
  await db.verdictModel.create({
    data: { ...of, method: 'map-logistic/1', verdicts: 8, digest: 'none', report: {}, fittedAt: at },
  })
  await db.prediction.create({
    data: { ...of, runId, probability: 0.5, low: 0.2, high: 0.8, reasons: [], predictedAt: at },
  })
}

/** The operation's example input, with every known id it accepts, optional ones included. */
export function inputOf(scene: Scene, { name, input, examples }: Operation['contract']): object {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const named = Object.entries(scene.known).filter(([field]) => field in properties)
  return { ...(examples?.[0]?.body as object), ...Object.fromEntries(named), ...INPUTS[name] }
}

export function readerOf({ key }: Scene): Context {
  if (key.actor.kind !== 'key') throw new Error('the context of a key has a key as its actor')
  return { ...key, actor: { ...key.actor, scopes: ['read'] } }
}

/** The least privileged caller that is allowed. */
export function callerOf(scene: Scene, { scope }: Operation['contract']): Context {
  if (scope === 'read') return readerOf(scene)
  return scope === 'member' ? scene.viewer : scene.admin
}

/** Runs `work` while `getDb` returns this client. */
export async function withClient(client: PrismaClient, work: (db: Db) => unknown): Promise<void> {
  const kept = globalThis as typeof globalThis & { veritasDb?: Db }
  const ordinary = getDb()
  kept.veritasDb = client
  try {
    await work(client)
  } finally {
    kept.veritasDb = ordinary
  }
}
