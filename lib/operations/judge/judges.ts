import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import { judgeKind, type ProjectJudgeView } from '@/lib/contracts/project-judges'
import type { Db, Tx } from '@/lib/db/client'
import type { ProjectJudge } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { seal, unseal } from '../outbound/secrets'
import { type Answered, callWithRetry } from './call'
import type { Asking } from './call-once'
import { endpointOfDesk, type JudgeEndpoint, type JudgeSettings, shownAddress, toJudgeSettings } from './endpoint'

/** A project's judges in the order they are asked, and how to call them. */
export type Judges = { endpoints: readonly JudgeEndpoint[]; settings: JudgeSettings }

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
