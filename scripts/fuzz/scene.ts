import type { Client } from 'pg'
import { call } from '@/lib/api/call'
import { addComment } from '@/lib/contracts/comments'
import { addDeadLetter } from '@/lib/contracts/dead-letters'
import { openGate } from '@/lib/contracts/gates'
import { ingestRuns } from '@/lib/contracts/ingest'
import { keepScenario } from '@/lib/contracts/kept-scenarios'
import { addJudge } from '@/lib/contracts/project-judges'
import { reviewRun } from '@/lib/contracts/reviews'
import { sequentialThinkingQa } from '@/lib/contracts/thinking/think'
import { publishVersion } from '@/lib/contracts/versions'
import { createView } from '@/lib/contracts/views'
import { createEndpoint } from '@/lib/contracts/webhooks'
import type { Db } from '@/lib/db/client'
import { onDatabase } from '@/lib/db/on-database'
import { inTransaction } from '@/lib/db/transaction'
import { seededRng } from '@/lib/engine/stats/random'
import { setRole } from '@/lib/operations/setup/first-run'
import { runBodyMaker } from '../bench/run-bodies'
import { asPerson } from '../faults/deciders'
import { makeApiKey } from '../testing/api-key'
import { makeMember, type SignedIn } from '../testing/people'
import type { Scenery } from './requests'
import type { Caller } from './send'
import type { Names } from './values'

/** Two projects with items of every kind, and the callers. */
export type Scene = {
  scenery: Scenery
  projectId: string
  otherId: string
  headersOf: (caller: Caller) => Record<string, string>
}

type Making = { db: Db; baseUrl: string; databaseUrl: string }

/** Creates a scene. A new one is needed when a request that succeeded has broken the last. */
export async function makeScene(making: Making, turn: number): Promise<Scene> {
  const { db, baseUrl } = making
  const mine = await makeProject(making, `fuzz-${turn}`)
  const other = await makeProject(making, `other-${turn}`)
  const cookies: Partial<Record<Caller, string>> = {
    admin: mine.admin.cookie,
    reviewer: mine.reviewer.cookie,
    viewer: (
      await makeMember(db, baseUrl, { projectId: mine.id, email: `viewer-${turn}@example.test`, role: 'viewer' })
    ).cookie,
  }
  const keys: Partial<Record<Caller, string>> = { key: mine.key, 'stranger-key': other.key }
  return {
    projectId: mine.id,
    otherId: other.id,
    scenery: { project: mine.slug, other: other.slug, ...(await readNames(making, mine.id, other.id)) },
    headersOf(caller): Record<string, string> {
      const [key, cookie] = [keys[caller], cookies[caller]]
      if (key) return { authorization: `Bearer ${key}` }
      return cookie ? { cookie, origin: baseUrl } : {}
    },
  }
}

type Project = { id: string; slug: string; key: string; admin: SignedIn; reviewer: SignedIn }

async function makeProject({ db, baseUrl }: Making, slug: string): Promise<Project> {
  const { id } = await db.project.create({ data: { slug, name: slug }, select: { id: true } })
  const key = await makeApiKey(db, id, 'fuzz')
  const admin = await makeMember(db, baseUrl, { projectId: id, email: `admin-${slug}@example.test`, role: 'admin' })
  const reviewer = await makeMember(db, baseUrl, {
    projectId: id,
    email: `reviewer-${slug}@example.test`,
    role: 'reviewer',
  })
  // A second admin, so that the first one is not the last, whose rights are restricted.
  const { id: userId } = await db.user.create({ data: { email: `second-${slug}@example.test`, name: 'Second' } })
  await inTransaction({ db }, (tx) => setRole(tx, id, userId, 'admin'))
  await furnish({ id, slug, key, admin, reviewer }, baseUrl)
  return { id, slug, key, admin, reviewer }
}

async function furnish({ slug, key, admin, reviewer }: Project, baseUrl: string): Promise<void> {
  const asKey = { baseUrl, apiKey: key }
  const asAdmin = { baseUrl, project: slug, fetch: asPerson(baseUrl, admin) }
  const asReviewer = { baseUrl, project: slug, fetch: asPerson(baseUrl, reviewer) }
  const make = runBodyMaker(seededRng(7), slug, new Date())
  const { accepted } = await call(ingestRuns, { runs: Array.from({ length: 30 }, make) }, asKey)
  const [runId = '', gated = ''] = accepted.map((run) => run.runId)
  await call(reviewRun, { runId, verdict: 'approve' }, asReviewer)
  await call(openGate, { runId: gated, question: 'May this be sent?' }, asKey)
  await call(addComment, { runId, body: 'Look at this.' }, asReviewer)
  await call(keepScenario, { runId }, asReviewer)
  await call(addDeadLetter, { operation: 'tool:bash', error: 'exit 1', category: 'TRANSIENT' }, asKey)
  await call(createView, { screen: 'runs', name: 'Mine', query: 'status=failed' }, asReviewer)
  await call(createEndpoint, { name: 'hook', url: 'https://hooks.example.test/', events: ['gate.opened'] }, asAdmin)
  await call(
    addJudge,
    { name: 'Judge', kind: 'openai', baseUrl: 'https://judge.example.test/v1', model: 'none' },
    asAdmin,
  )
  const version = { chain: 'local', version: '1.0.0' }
  await call(publishVersion, { ...version, scenarios: [{ name: 'one' }], executor: { kind: 'local' } }, asKey)
  const thought = { thought: 'Check it', thought_number: 1, total_thoughts: 1, next_thought_needed: false }
  await call(sequentialThinkingQa, thought, asKey)
}

/** Queries for the names used in paths and bodies. */
const PLACES: Record<string, string> = {
  runId: 'SELECT id FROM run',
  gateId: 'SELECT id FROM gate',
  decisionId: 'SELECT id FROM decision',
  userId: 'SELECT user_id FROM membership',
  keyId: 'SELECT id FROM api_key',
  invitationId: 'SELECT id FROM invitation',
  chain: 'SELECT name FROM chain',
  version: 'SELECT version FROM chain_version',
  trialId: 'SELECT id FROM trial',
  sessionId: 'SELECT id FROM thinking_session',
  deadLetterId: 'SELECT id FROM dead_letter',
  endpointId: 'SELECT id FROM webhook_endpoint',
  messageId: 'SELECT message_id FROM webhook_delivery',
  group: 'SELECT fingerprint FROM failure_group',
  commentId: 'SELECT id FROM comment',
  scenarioId: 'SELECT id FROM kept_scenario',
  pairId: 'SELECT id FROM run_pair',
  verdictId: 'SELECT id FROM pair_verdict',
  viewId: 'SELECT id FROM saved_view',
  judgeId: 'SELECT id FROM project_judge',
  actionId: 'SELECT id FROM weekly_action',
  connectionId: 'SELECT id FROM oauth_grant',
}

const FIXED: Names = {
  week: ['2026-W11', '2026-W45'],
  action: ['retry', 'discard', 'x'],
  ordinal: ['1', '2'],
  name: ['release', 'a'],
  domain: ['example.test'],
}

/** Returns the current names of both projects. */
export async function readNames(
  { databaseUrl }: Pick<Making, 'databaseUrl'>,
  projectId: string,
  otherId: string,
): Promise<Pick<Scenery, 'names' | 'otherNames'>> {
  const read = async (client: Client, project: string) => {
    const names: Record<string, readonly string[]> = { ...FIXED }
    for (const [name, sql] of Object.entries(PLACES)) {
      const query = {
        text: `${sql} WHERE project_id = $1 ORDER BY 1 LIMIT 30`,
        values: [project],
        rowMode: 'array' as const,
      }
      names[name] = (await client.query(query)).rows.map(([value]) => String(value))
    }
    return {
      ...names,
      anyId: Object.values(names).flatMap((list) => list.filter((text) => text.length === 36).slice(0, 2)),
    }
  }
  return onDatabase(databaseUrl, async (client) => ({
    names: await read(client, projectId),
    otherNames: await read(client, otherId),
  }))
}
