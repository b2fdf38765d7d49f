import { getDb } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { publishVersion } from '../chains/publish'
import { addComment, deleteComment, editComment, resolveComment } from '../comments/comments'
import { type Context, personOf } from '../context'
import { getData, putRetention } from '../data/policy'
import { actOnDeadLetter } from '../dead-letters/act'
import { postDeadLetter } from '../dead-letters/add'
import { claimDeadLetters, reportDeadLetter } from '../dead-letters/lease'
import { deleteRuns } from '../erasure/delete-runs'
import { sweepRetention } from '../erasure/retention'
import { timeOutDueGates } from '../gates/deadline'
import { openGate } from '../gates/open'
import { ingestBatch } from '../ingest/ingest-batch'
import { keepScenario } from '../kept-scenarios/keep'
import { updateMember } from '../members/members'
import { decidePair, undoPair } from '../pairs/answer'
import { askPairs } from '../pairs/ask'
import { nextPair } from '../pairs/claim'
import { updateProject } from '../projects/projects'
import { prune } from '../pruning/prune'
import { nextReviews } from '../review-queue/claim'
import { addReviews, moveReview } from '../review-queue/move'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun, undoReview } from '../reviews/review'
import { tagRuns } from '../runs/tags'
import { claimTrials, reportTrial } from '../trials/claim'
import { sweepTrials } from '../trials/lease'
import { addTrials } from '../trials/queue'
import { deliverDue } from '../webhooks/deliver'
import { replayDelivery } from '../webhooks/deliveries'
import { createEndpoint, deleteEndpoint, rotateSecret, testEndpoint, updateEndpoint } from '../webhooks/endpoints'
import { makeProject, runBody } from './factories'
import type { Receiver } from './misbehaving-receiver'

const DAY_MS = 86_400_000
/** Longer than a worker may keep a trial. */
const LATE_MS = 11 * 60_000
const idOf = (ctx: Context) => personOf(ctx.actor)?.userId ?? ''

/**
 * A project with people, a program, a worker and a receiver of webhooks, whose clock stands 25 days ago. `act` does something sensible with one
 * of the newest subjects, chosen at random; it rejects as the desk does when that is refused.
 */
export async function makeBusyDesk(seed: number, receiver: Receiver) {
  const { as, project, ...test } = await makeProject()
  const db = getDb()
  const projectId = project.id
  const random = seededRng(seed)
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const chance = (share: number) => random() < share
  let at = Date.now() - 25 * DAY_MS
  const now = () => new Date(at)
  const admin = { ...(await as('admin', 'Ada')), now }
  const people: Context[] = [admin]
  for (const name of ['Bob', 'Cyd']) people.push({ ...(await as('reviewer', name)), now })
  const key = { ...test.key, now }
  const anyone = () => pick(people)
  const newest = { where: { projectId }, orderBy: { id: 'desc' }, take: 8 } as const
  const anyRun = async () => pick(await db.runSummary.findMany(newest))?.id ?? projectId
  const anyVersion = async () => {
    const found = pick(await db.chainVersion.findMany({ where: { projectId }, include: { chain: true } }))
    return { chain: found?.chain.name ?? 'alpha', version: found?.version ?? '1.0.0' }
  }
  let sent = 0
  const body = () =>
    runBody({
      ...{ id: `run-${sent++}`, chain: pick(['alpha', 'beta']), version: pick(['1.0.0', '1.1.0']) },
      ...{ request: { question: pick(['a', 'b', 'c']) }, scenario: pick(['one', 'two']) },
      tags: chance(0.3) ? [pick(['odd', 'slow'])] : [],
      nodes: chance(0.5)
        ? [{ id: 'look', status: 'failed', error: { message: pick(['The disk is full', 'HTTP 429']) } }]
        : [],
      startedAt: new Date(at - random() * 2 * DAY_MS).toISOString(),
    })
  const send = () => ingestBatch(key, [body(), body()], 'test')
  const review = async () => {
    const runId = await anyRun()
    const last = await db.decision.findFirst({
      where: { projectId, runId, kind: 'review' },
      orderBy: { decidedAt: 'desc' },
    })
    await reviewRun.run(anyone(), { runId, verdict: 'reject', reason: 'no', ...(last && { replaces: last.id }) })
  }
  const undo = async () => {
    const given = pick(await db.decision.findMany({ ...newest, where: { projectId, kind: 'review' } }))
    const by = people.find((person) => idOf(person) === given?.userId)
    if (given?.runId && by) await undoReview.run(by, { runId: given.runId, decisionId: given.id })
  }
  const move = async () =>
    moveReview.run(anyone(), {
      runId: await anyRun(),
      ...pick([
        { action: 'ask' as const },
        { action: 'unask' as const },
        { action: 'release' as const },
        { action: 'assign' as const, userId: pick([idOf(anyone()), null]) },
        { action: 'hold' as const, until: new Date(at + random() * DAY_MS + 1000).toISOString() },
      ]),
    })
  const queue = async () => {
    const who = anyone()
    const [first] = (await nextReviews.run(who, { count: 2 })).items
    if (first && chance(0.7))
      await giveVerdict.run(who, { runId: first.runId, verdict: pick(['approve', 'reject']), reason: 'r' })
  }
  const comment = async () => {
    const mentions = chance(0.5) ? [idOf(anyone())] : []
    await addComment.run(anyone(), { runId: await anyRun(), body: 'Look @Bob', mentions })
  }
  const comments = async () => {
    const said = pick(await db.comment.findMany(newest))
    if (!said) return
    const [who, named] = [anyone(), { runId: said.runId, commentId: said.id }]
    await pick([
      () => resolveComment.run(who, { ...named, resolved: chance(0.5) }),
      () => editComment.run(who, { ...named, body: 'Else', mentions: [idOf(anyone())] }),
      () => deleteComment.run(who, named),
    ])()
  }
  const publish = async () => {
    const version = `2.0.${await db.chainVersion.count({ where: { projectId } })}`
    const scenarios = [{ name: 'one', request: { question: 'a' } }]
    await publishVersion.run(key, { chain: 'alpha', version, executor: { kind: 'local' }, scenarios })
  }
  const trial = async () => {
    const of = await anyVersion()
    if (chance(0.2)) await addTrials.run(anyone(), { ...of, kind: pick(['live', 'dry_run']), count: 1 })
    const { claimed } = await claimTrials.run(key, { ...of, limit: 2 })
    if (chance(0.3)) at += LATE_MS
    for (const { trialId, attempt } of claimed) {
      const { id: _, chain: _chain, version: _version, ...run } = body()
      if (chance(0.7)) await reportTrial.run(key, { trialId, attempt, ...(chance(0.7) ? { run } : { error: 'broke' }) })
    }
  }
  const hook = async () => {
    const endpointId = pick(await db.webhookEndpoint.findMany(newest))?.id
    if (endpointId === undefined || chance(0.15))
      return createEndpoint.run(admin, {
        name: 'hook',
        url: receiver.url,
        events: ['run.scored', 'gate.opened', 'brief.ready'],
      })
    return pick([
      () => updateEndpoint.run(admin, { endpointId, isEnabled: chance(0.7) }),
      () => rotateSecret.run(admin, { endpointId }),
      () => testEndpoint.run(admin, { endpointId }),
      () => deleteEndpoint.run(admin, { endpointId }),
    ])()
  }
  const deliver = async () => {
    receiver.behave(pick([200, 500, 410, 'reset', 429] as const))
    const endpoint = pick(await db.webhookEndpoint.findMany(newest))
    if (endpoint) await deliverDue(db, { projectId, id: endpoint.id }, now, random)
    const delivery = pick(await db.webhookDelivery.findMany({ where: { projectId }, take: 8 }))
    if (delivery && chance(0.3)) await replayDelivery.run(admin, delivery)
  }
  const letters = async () => {
    const about = chance(0.5) ? { runId: await anyRun() } : {}
    const category = pick(['PERMANENT', 'TRANSIENT'] as const)
    await postDeadLetter.run(key, { operation: 'tool:bash', error: 'exit 1', category, ...about })
    const { claimed } = await claimDeadLetters.run(key, { operation: 'tool:', limit: 2 })
    for (const { id: deadLetterId, attempt } of claimed)
      if (chance(0.6)) await reportDeadLetter.run(key, { deadLetterId, attempt, outcome: 'failure', error: 'exit 2' })
    const letter = pick(await db.deadLetter.findMany(newest))
    if (letter)
      await actOnDeadLetter.run(anyone(), {
        deadLetterId: letter.id,
        action: pick(['retry', 'resolve', 'abandon']),
        reason: 'r',
      })
  }
  const pairs = async () => {
    const [who, of] = [anyone(), { chain: 'alpha', a: '1.0.0', b: '1.1.0' }]
    if (chance(0.3)) await askPairs.run(who, of)
    const { pair, own } = await nextPair.run(who, of)
    const [given] = own
    if (given && chance(0.3)) await undoPair.run(who, { pairId: given.pairId, verdictId: given.verdictId })
    else if (pair) await decidePair.run(who, { pairId: pair.id, choice: pick(['first', 'second', 'equal']) })
  }
  const retention = async () => {
    const { number: expected } = (await getData.run(admin, {})).versions.retention
    await putRetention.run(admin, { contentDays: pick([null, 1, 5]), runDays: pick([null, 7, 10]), expected })
  }
  const sweep = async () => {
    await sweepRetention(db, now)
    await prune(db, now())
    await sweepTrials(db, now())
    await timeOutDueGates(db, now())
  }
  const acts: (() => unknown)[] = [
    ...[send, send, send, review, undo, move, move, queue, comment, comments, publish, trial, trial, hook, hook],
    ...[deliver, letters, pairs, retention, sweep],
    async () => addReviews.run(anyone(), { runIds: [await anyRun()], userId: pick([null, idOf(anyone())]) }),
    async () => openGate.run(key, { ...(await anyVersion()), question: 'Good?' }),
    async () => tagRuns.run(anyone(), { runIds: [await anyRun()], [pick(['add', 'remove'])]: [pick(['odd', 'slow'])] }),
    async () => keepScenario.run(anyone(), { runId: await anyRun() }),
    async () =>
      updateMember.run(admin, { userId: idOf(anyone()), role: pick(['viewer', 'reviewer', 'reviewer', 'admin']) }),
    async () => updateProject.run(admin, { timeZone: pick(['UTC', 'Asia/Kolkata', 'America/New_York']) }),
    async () => chance(0.4) && deleteRuns.run(admin, { runIds: [await anyRun()] }),
    () => (at = Math.min(at + random() * DAY_MS, Date.now())),
  ]
  await send()
  await send()
  await publish()
  return { projectId, people, key, now, act: async () => await pick(acts)() }
}
