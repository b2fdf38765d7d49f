import { z } from 'zod'
import { type Profile, profile } from '@/lib/contracts/primitives'
import type { Tx } from '@/lib/db/client'
import { STANDARD_WEIGHTS } from '@/lib/engine/scoring/score-under'
import type { Weights } from '@/lib/engine/scoring/scored-run'
import { sumOf } from '@/lib/engine/stats/descriptive'
import { isClose } from '@/lib/engine/tolerance'
import { audit } from '../audit'
import type { ProjectContext } from '../context'
import { AppError, invalidInput } from '../errors'

/** The definition of a series; without a profile each run's own is used, without weights those each run was ingested under. */
export type SeriesDefinition = { profile: Profile | undefined; weights: Weights | undefined }

const stored = z.object({ profile: profile.nullable(), weights: z.record(z.string(), z.number()).nullable() })
const CREATED = 'series.create'

/** Merges the given weights over the profile's standard weights. @throws invalid_input naming the weight */
export function readDefinition(input: {
  profile?: Profile | undefined
  weights?: Weights | undefined
}): SeriesDefinition {
  if (input.weights === undefined) return { profile: input.profile, weights: undefined }
  if (input.profile === undefined)
    throw invalidInput([{ path: 'profile', message: 'is missing: weights belong to the factors of a profile' }])
  const standard = STANDARD_WEIGHTS[input.profile]
  const unknown = Object.keys(input.weights).filter((factor) => !Object.hasOwn(standard, factor))
  if (unknown.length > 0) {
    const message = `is no factor of ${input.profile}: ${Object.keys(standard).join(', ')}`
    throw invalidInput(unknown.map((factor) => ({ path: `weights.${factor}`, message })))
  }
  const weights = { ...standard, ...input.weights }
  if (Object.values(weights).every((weight) => weight === 0))
    throw invalidInput([{ path: 'weights', message: 'must not all be zero' }])
  return { profile: input.profile, weights }
}

/**
 * Records the definition of a new series in its first audit event.
 * @throws conflict if the series exists with another profile or weights, since two definitions would be drawn as one line
 */
export async function claimSeries(
  tx: Tx,
  ctx: ProjectContext,
  series: string,
  definition: SeriesDefinition,
): Promise<void> {
  const subject = `series:${series}`
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${ctx.project.id} ${subject}`}, 0))`
  if (await isKnown(tx, ctx.project.id, subject, definition)) return
  const { profile = null, weights = null } = definition
  await audit(tx, ctx, CREATED, { subject, after: { profile, weights } })
}

/** Whether the series exists with this definition. @throws conflict if it has another one */
export async function isKnown(
  tx: Pick<Tx, 'auditEvent'>,
  projectId: string,
  subject: string,
  definition: SeriesDefinition,
): Promise<boolean> {
  const event = await tx.auditEvent.findFirst({
    where: { projectId, subject, action: CREATED },
    orderBy: { id: 'asc' },
    select: { after: true },
  })
  if (!event) return false
  const known = stored.parse(event.after)
  if (isSame(known, definition)) return true
  const words = known.profile === null ? "each run's own profile" : known.profile
  throw new AppError('conflict', `this series exists and is scored by ${words} with other weights: take another name`, [
    { path: 'series', message: 'exists with another meaning' },
  ])
}

function isSame(known: z.infer<typeof stored>, { profile, weights }: SeriesDefinition): boolean {
  if (known.profile !== (profile ?? null)) return false
  if (weights === undefined || known.weights === null) return weights === undefined && known.weights === null
  const theirs = toShares(known.weights)
  return Object.entries(toShares(weights)).every(([factor, share]) => isClose(share, theirs[factor] ?? 0))
}

function toShares(weights: Weights): Weights {
  const sum = sumOf(Object.values(weights))
  return Object.fromEntries(Object.entries(weights).map(([factor, weight]) => [factor, weight / sum]))
}
