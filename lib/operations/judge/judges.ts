import { setTimeout as pause } from 'node:timers/promises'
import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import { judgeKind, type ProjectJudgeView } from '@/lib/contracts/project-judges'
import type { Db, Tx } from '@/lib/db/client'
import type { ProjectJudge } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { seal, unseal } from '../outbound/secrets'
import { claimFlight, countCacheHit, findAnswer, hashOf, keepAnswer, releaseFlight } from './answers'
import { type Asked, type Asking, callOnce, type JudgeSession, leaseOf } from './call-once'
import { endpointOfDesk, type JudgeEndpoint, type JudgeSettings, shownAddress, toJudgeSettings } from './endpoint'

/** A project's judges in the order they are asked, and how to call them. */
type Judges = { endpoints: readonly JudgeEndpoint[]; settings: JudgeSettings }

/** The project's own judges, or else the one named by the environment, if any. */
export async function loadJudges(
  ctx: ProjectContext,
  configuration: Pick<EffectiveConfiguration, 'judge'>,
): Promise<Judges> {
  const rows = await findJudges(ctx.db, ctx.project.id)
  const ofDesk = endpointOfDesk()
  const endpoints = rows.length > 0 ? rows.map(toEndpoint) : ofDesk ? [ofDesk] : []
  return { endpoints, settings: toJudgeSettings(configuration, endpoints.length) }
}

export function findJudges(db: Db | Tx, projectId: string): Promise<ProjectJudge[]> {
  return db.projectJudge.findMany({ where: { projectId }, orderBy: [{ rank: 'asc' }, { id: 'asc' }] })
}

/** @throws AppError unavailable when the key was sealed with another AUTH_SECRET */
export function toEndpoint(row: ProjectJudge): JudgeEndpoint {
  const { baseUrl, model, apiKey, inputUsdPerMillion, outputUsdPerMillion } = row
  const hasPrices = inputUsdPerMillion !== null || outputUsdPerMillion !== null
  const prices = { inputUsdPerMillion: inputUsdPerMillion ?? 0, outputUsdPerMillion: outputUsdPerMillion ?? 0 }
  return {
    kind: judgeKind.parse(row.kind),
    baseUrl,
    model,
    apiKey: apiKey === null ? null : unseal(apiKey, purposeOf(row)),
    prices: hasPrices ? prices : null,
    isOfDesk: false,
  }
}

/** Encrypts an API key for storage. */
export function sealKey(judge: Pick<ProjectJudge, 'projectId' | 'id'>, apiKey: string): string {
  return seal(apiKey, purposeOf(judge))
}

const purposeOf = ({ projectId, id }: Pick<ProjectJudge, 'projectId' | 'id'>) => `judge:${projectId}:${id}`

export function toJudgeView(row: ProjectJudge): ProjectJudgeView {
  const { id, name, model, apiKey, inputUsdPerMillion, outputUsdPerMillion } = row
  const prices = { inputUsdPerMillion, outputUsdPerMillion }
  return {
    id,
    name,
    kind: judgeKind.parse(row.kind),
    endpoint: shownAddress(row),
    model,
    hasKey: apiKey !== null,
    ...prices,
  }
}

/** Applies a judge's own prices, if any. */
export function settingsOf(settings: JudgeSettings, endpoint: JudgeEndpoint): JudgeSettings {
  return endpoint.prices ? { ...settings, prices: endpoint.prices } : settings
}

// Outcomes after which the next judge is asked: they do not depend on the question.
const PASSED_ON: ReadonlySet<string> = new Set(['timeout', 'unavailable', 'rate_limited', 'rejected'])

/** Asks the judges in order; the next one only if the previous gave no answer at all. */
export async function askJudges(
  ctx: ProjectContext,
  { endpoints, settings }: Judges,
  asking: Asking,
): Promise<Answered> {
  let answered: Answered = { outcome: 'unavailable', error: 'no judge is configured', cached: false }
  for (const endpoint of endpoints) {
    answered = await callWithRetry(ctx, { endpoint, settings: settingsOf(settings, endpoint) }, asking)
    if (!PASSED_ON.has(answered.outcome)) return answered
  }
  return answered
}

type Answered = Asked & { cached: boolean }

const LOOK_EVERY_MS = 200

/**
 * Asks the judge about a content, once across all instances: uses a cached answer, and waits for a concurrent call about the
 * same content. Unreadable answers and refusals are asked once more; failures are not cached.
 */
async function callWithRetry(
  ctx: ProjectContext,
  judge: { endpoint: JudgeEndpoint; settings: JudgeSettings },
  asking: Asking,
): Promise<Answered> {
  const contentHash = hashOf(asking.question, judge.endpoint)
  const leaseMs = leaseOf(judge.settings)
  const giveUpAt = performance.now() + 2 * leaseMs
  for (;;) {
    const known = await answerFromCache(ctx, contentHash)
    if (known) return known
    const flight = await claimFlight(ctx, contentHash, leaseMs)
    if (flight) return callLocked({ ctx, ...judge, flight }, asking)
    if (performance.now() > giveUpAt)
      return { outcome: 'timeout', error: 'another call about the same content takes too long', cached: false }
    await pause(LOOK_EVERY_MS)
  }
}

async function answerFromCache(ctx: ProjectContext, contentHash: string): Promise<Answered | null> {
  const known = await findAnswer(ctx, contentHash)
  if (!known) return null
  await countCacheHit(ctx)
  return { outcome: 'scored', ...known, cached: true }
}

async function callLocked(session: JudgeSession, asking: Asking): Promise<Answered> {
  const { ctx, flight, endpoint } = session
  try {
    // The previous holder of the lock may have cached an answer between the lookup and the claim.
    const known = await answerFromCache(ctx, flight.contentHash)
    if (known) return known
    const asked = await callTwice(session, asking)
    if (asked.outcome === 'scored') {
      const { score, feedback } = asked
      await keepAnswer(ctx, flight.contentHash, endpoint.model, { score, feedback })
    }
    return { ...asked, cached: false }
  } finally {
    await releaseFlight(ctx, flight)
  }
}

/** Asks, and once more after an unreadable answer or a refusal. */
async function callTwice(session: JudgeSession, asking: Asking): Promise<Asked> {
  const asked = await callOnce(session, asking)
  return asked.outcome === 'unparseable' || asked.outcome === 'refused' ? callOnce(session, asking) : asked
}
