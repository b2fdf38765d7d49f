import { createHash } from 'node:crypto'
import { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '@/lib/contracts/contract'
import { watchPool } from '@/lib/db/open-connections'
import { QUERY_LIMIT_MS } from '@/lib/db/query-limits'
import { SESSION_LIMITS, sessionOf } from '@/lib/db/session'
import { getDatabaseUrl } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import { coalesce } from '../coalesce'
import type { Context } from '../context'
import { AppError } from '../errors'

/** The limits: uses (`points`) per key within `duration` seconds. */
const LIMITS = {
  /** One client address with one e-mail. */
  signInByPair: { points: 10, duration: 15 * 60 },
  /** All clients with one e-mail: never refused, only slowed down, so that nobody can lock the owner out. */
  signInByEmail: { points: 1_000_000, duration: 15 * 60 },
  signInByAddress: { points: 50, duration: 15 * 60 },
  setup: { points: 10, duration: 15 * 60 },
  password: { points: 10, duration: 15 * 60 },
  invite: { points: 50, duration: 60 * 60 },
  resetByEmail: { points: 3, duration: 60 * 60 },
  reset: { points: 20, duration: 60 * 60 },
  answerInvitation: { points: 30, duration: 15 * 60 },
  registerApp: { points: 30, duration: 60 * 60 },
  testMail: { points: 10, duration: 15 * 60 },
  stranger: { points: 600, duration: 60 },
  /** As many single-run requests as an instance can ingest; batches allow a hundred times as many runs. */
  ingest: { points: 6000, duration: 10 },
  quality: { points: 1800, duration: 10 },
} as const

type LimitName = keyof typeof LIMITS

/**
 * Counts a use and returns the number of recent uses. The count is in the database, so instances share it.
 * @throws AppError rate_limited with the seconds to wait
 */
export async function countUse(limit: LimitName, key: string): Promise<number> {
  const use = await countedOf(`${limit} ${digest(key)}`)
  if (use.isAllowed) return use.count
  const seconds = Math.max(1, Math.ceil(use.msBeforeNext / 1000))
  throw new AppError('rate_limited', `too many requests: try again in ${formatWait(seconds)}`, [], seconds)
}

type Use = { isAllowed: boolean; count: number; msBeforeNext: number }

/** Concurrent uses of the same key are counted in one statement, each separately. */
const countedOf = coalesce<Use>(async (key, count) => {
  const [name = '', id = ''] = key.split(' ')
  const limit = name as LimitName
  const limiter = limiterOf(limit)
  let result = await consume(limiter, id, count)
  // The system clock was set back: counts from its future would last until then.
  if (result.msBeforeNext > longestWaitMs(limit)) {
    await limiter.delete(id)
    result = await consume(limiter, id, count)
  }
  const { consumedPoints, msBeforeNext } = result
  // Uses that this process rejects from memory are not counted any more.
  const isCounted = consumedPoints >= count
  return (place) => {
    const own = consumedPoints - count + 1 + place
    return { isAllowed: isCounted && own <= LIMITS[limit].points, count: own, msBeforeNext }
  }
})

/** Adds `count` uses, whether they are allowed or not. */
async function consume(limiter: RateLimiterPostgres, id: string, count: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(id, count)
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  }
}

/** Longer than any count lasts, plus the possible difference between two instances' clocks. */
function longestWaitMs(limit: LimitName): number {
  return (LIMITS[limit].duration + 60) * 1000
}

/** Resets the count, after a success. */
export async function forgetUses(limit: LimitName, key: string): Promise<void> {
  await limiterOf(limit).delete(digest(key))
}

function limiterOf(name: LimitName): RateLimiterPostgres {
  const limiter = processWide('veritasLimits', makeLimiters).get(name)
  if (!limiter) throw new TypeError(`no limit is named ${name}`)
  return limiter
}

function makeLimiters(): Map<LimitName, RateLimiterPostgres> {
  const limits = { ...SESSION_LIMITS, connectionTimeoutMillis: 10_000, query_timeout: QUERY_LIMIT_MS }
  // Connections of its own, so that a rejected flood does not queue before real work.
  const pool = watchPool(new Pool({ ...sessionOf(getDatabaseUrl()), max: 4, keepAlive: true, ...limits }))
  // Without a listener, an idle connection closed by the server would end the process.
  pool.on('error', () => undefined)
  const names = Object.keys(LIMITS) as LimitName[]
  return new Map(
    names.map((name) => {
      const { points, duration } = LIMITS[name]
      const options = { storeClient: pool, tableName: 'rate_limit', tableCreated: true, keyPrefix: name }
      return [name, new RateLimiterPostgres({ ...options, points, duration, inMemoryBlockOnConsumed: points + 1 })]
    }),
  )
}

/** Keys are e-mails and addresses of people: only their digest is stored. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function formatWait(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Counts a use by its caller: the key, the person, or the address of an anonymous client. @throws AppError rate_limited */
export async function limitCaller({ actor, origin }: Context, limit: RateLimit): Promise<void> {
  if (actor.kind === 'key') await countUse(limit, actor.keyId)
  else if (actor.kind === 'user') await countUse(limit, actor.userId)
  else if (actor.kind === 'anonymous' && origin) await countUse(limit, origin.address ?? 'unknown')
}
