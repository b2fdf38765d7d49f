import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { tables } from '@/lib/db/generated/columns'
import { type Context, type ProjectContext, personOf } from '../context'
import { listDeadLetters } from '../dead-letters/list'
import { listGates } from '../gates/list'
import { listKeptScenarios } from '../kept-scenarios/list'
import { listNotifications } from '../notifications/list'
import { getProjectStatus } from '../projects/projects'
import { getReviewQueue } from '../review-queue/summary'
import { countRuns } from '../runs/count'
import { listRuns } from '../runs/list'
import { listTrials } from '../trials/queue'

/** Returns a sentence for everything that a project counts otherwise than it lists, or that is about something which is gone. */
export async function findContradictions(projectId: string, key: ProjectContext, people: readonly Context[]) {
  const found = [
    ...(await findOrphans(projectId)),
    ...(await findLostLinks(projectId)),
    ...(await compareRuns(key)),
    ...(await compareTrials(projectId, key)),
    ...(await compareLetters(key)),
    ...(await compareKept(projectId, key)),
  ]
  for (const person of people) found.push(...(await compareWork(projectId, person)))
  return found
}

const differ = (what: string, one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other) ? [] : [`${what}: ${JSON.stringify(one)}, and ${JSON.stringify(other)}`]

const ofRuns = Object.values(tables).filter(({ columns }) => {
  const all = Object.values(columns)
  return (
    all.some(({ name, type }) => name === 'run_id' && type === 'uuid') && all.some(({ name }) => name === 'project_id')
  )
})

/** Rows of runs that are gone, deliveries without message or endpoint, and items of the queue that are done and somebody's. */
async function findOrphans(projectId: string): Promise<string[]> {
  const missing = (table: string, column: string, of: string, id = 'id') => Prisma.sql`
    SELECT ${`${table}.${column} of what is gone`} AS what FROM ${Prisma.raw(`"${table}"`)} t
    WHERE t.project_id = ${projectId}::uuid AND t.${Prisma.raw(column)} IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM ${Prisma.raw(of)} o WHERE o.project_id = ${projectId}::uuid AND o.${Prisma.raw(id)} = t.${Prisma.raw(column)})`
  const checks = [
    ...ofRuns.map(({ name }) => missing(name, 'run_id', 'run_summary')),
    missing('webhook_delivery', 'endpoint_id', 'webhook_endpoint'),
    missing('webhook_delivery', 'message_id', 'webhook_message'),
    missing('trial', 'version_id', 'chain_version'),
    Prisma.sql`SELECT 'an item that is done is somebody’s' AS what FROM review_item
      WHERE project_id = ${projectId}::uuid AND state = 'done' AND num_nonnulls(claimed_by_id, assigned_to_id, held_until) > 0`,
  ]
  const rows = await getDb().$queryRaw<{ what: string }[]>`${Prisma.join(checks, ' UNION ')}`
  return rows.map(({ what }) => what)
}

const LINK = /^\/(runs\/|gates\/|review\?run=)([0-9a-f-]{36})/

/** Notifications that lead to what is gone. */
async function findLostLinks(projectId: string): Promise<string[]> {
  const [notices, runs, gates] = await Promise.all([
    getDb().notification.findMany({ where: { projectId } }),
    getDb().runSummary.findMany({ where: { projectId }, select: { id: true } }),
    getDb().gate.findMany({ where: { projectId }, select: { id: true } }),
  ])
  const known = new Set([...runs, ...gates].map(({ id }) => id))
  return notices
    .flatMap(({ link, links }) => [link, ...links])
    .filter((link) => !known.has(LINK.exec(link)?.[2] ?? runs[0]?.id ?? link) && LINK.test(link))
    .map((link) => `a notification leads to ${link}`)
}

async function compareRuns(key: ProjectContext): Promise<string[]> {
  const { runs } = await listRuns.run(key, { limit: 100 })
  const tagged = (tag: string) => runs.filter(({ tags }) => tags.includes(tag)).length
  const counted = async (input: object) => (await countRuns.run(key, input)).count
  return [
    ...differ('runs', await counted({}), runs.length),
    ...differ('runs with a tag', await counted({ tag: ['odd'] }), tagged('odd')),
  ]
}

async function compareTrials(projectId: string, key: ProjectContext): Promise<string[]> {
  const versions = await getDb().chainVersion.findMany({ where: { projectId }, include: { chain: true } })
  const found: string[] = []
  for (const { version, chain } of versions) {
    const { live, dryRun, trials } = await listTrials.run(key, { chain: chain.name, version, limit: 200 })
    for (const [kind, counts] of [
      ['live', live],
      ['dry_run', dryRun],
    ] as const)
      for (const [status, count] of Object.entries(counts))
        found.push(
          ...differ(
            `${kind} ${status} trials`,
            count,
            trials.filter((one) => one.kind === kind && one.status === status).length,
          ),
        )
  }
  return found
}

async function compareLetters(key: ProjectContext): Promise<string[]> {
  const { items, counts } = await listDeadLetters.run(key, { limit: 100 })
  return Object.entries(counts).flatMap(([status, count]) =>
    differ(`${status} letters`, count, items.filter((item) => item.status === status).length),
  )
}

/** Scenarios are named by what a version did with them as long as a person's verdict on their run is in force. */
async function compareKept(projectId: string, key: ProjectContext): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await getDb().chain.findMany({ where: { projectId } })) {
    const { scenarios } = await listKeptScenarios.run(key, { chain: name })
    for (const { runId, takenBack, standing } of scenarios) {
      const run = await getDb().runSummary.findUnique({ where: { projectId_id: { projectId, id: runId } } })
      found.push(
        ...differ('a verdict that was taken back', takenBack, !['review', 'gate'].includes(run?.humanOrigin ?? '')),
      )
      if (takenBack && standing) found.push('a scenario without a verdict stands')
    }
  }
  return found
}

/** What the navigation, the queue and the notifications tell a person that waits for them. */
async function compareWork(projectId: string, person: Context): Promise<string[]> {
  const userId = personOf(person.actor)?.userId ?? ''
  const { role } = await getDb().membership.findUniqueOrThrow({ where: { projectId_userId: { projectId, userId } } })
  const [status, queue] = [await getProjectStatus.run(person, {}), await getReviewQueue.run(person, {})]
  const inQueue = async (filters: object) => (await getReviewQueue.run(person, filters)).waiting
  const found = [
    ...(role === 'viewer' ? [] : differ('runs to review', status.reviews, queue.everything)),
    ...differ('runs assigned', queue.assignedToMe, await inQueue({ assigned: 'true' })),
    ...differ(
      'gates',
      status.pendingGates,
      (await listGates.run(person, { state: ['pending'], limit: 100 })).gates.length,
    ),
    ...differ(
      'letters',
      status.deadLetters,
      (await listDeadLetters.run(person, { person: 'true', limit: 100 })).items.length,
    ),
  ]
  for (const { reason, count } of queue.reasons)
    found.push(...differ(reason, count, await inQueue({ reason: [reason] })))
  for (const { chain, count } of queue.chains) found.push(...differ(chain, count, await inQueue({ chain })))
  const given = await getDb().reviewItem.findMany({ where: { projectId, assignedToId: userId, state: 'waiting' } })
  const links = new Set(given.map(({ runId }) => `/review?run=${runId}`))
  for (const { id, text, kind } of (await listNotifications.run(person, { limit: 100 })).notifications) {
    if (kind !== 'review_assigned') continue
    const notice = await getDb().notification.findFirstOrThrow({ where: { projectId, id } })
    const left = [notice.link, ...notice.links].filter((link) => links.has(link)).length
    const told = /\((\d+|none|no longer)/.exec(text)?.[1]
    found.push(...differ(text, told === undefined ? notice.count : Number(told) || 0, left))
  }
  return found
}
