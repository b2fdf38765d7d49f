import { createHash } from 'node:crypto'
import { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { getDatabaseUrl } from '@/lib/env'
import { coalesce } from '../coalesce'
import { AppError } from '../errors'

/** How often something may be done, per key, in how many seconds. */
const LIMITS = {
  /** Of one address at one e-mail. */
  signInByPair: { points: 10, duration: 15 * 60 },
  /** Of everybody at one e-mail: never refused, only slowed down, so that no stranger locks its owner out. */
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
  /** As many requests of one run as an instance takes in; in batches it is a hundred times as many runs. */
  ingest: { points: 6000, duration: 10 },
  quality: { points: 1800, duration: 10 },
} as const

export type LimitName = keyof typeof LIMITS

// Counting has its own few connections, so that a flood being turned away does not queue before real work.
const kept = globalThis as typeof globalThis & { veritasLimits?: Map<LimitName, RateLimiterPostgres> }

/**
 * Counts one use under a limit, and tells how many there were of late. The count is in the database, so several instances agree.
 * @throws AppError rate_limited with the seconds to wait.
 */
export async function countUse(limit: LimitName, key: string): Promise<number> {
  const use = await countedOf(`${limit} ${digest(key)}`)
  if (use.isAllowed) return use.count
  const seconds = Math.max(1, Math.ceil(use.msBeforeNext / 1000))
  throw new AppError('rate_limited', `too many requests: try again in ${inWords(seconds)}`, [], seconds)
}

type Use = { isAllowed: boolean; count: number; msBeforeNext: number }

/** What many do of the same at once is counted in one statement, each use for itself. */
const countedOf = coalesce<Use>(async (key, count) => {
  const [name = '', id = ''] = key.split(' ')
  const limit = name as LimitName
  const limiter = limiterOf(limit)
  let told = await consume(limiter, id, count)
  // The clock was set back: what was counted in its future would count on until then.
  if (told.msBeforeNext > longestWaitMs(limit)) {
    await limiter.delete(id)
    told = await consume(limiter, id, count)
  }
  const { consumedPoints, msBeforeNext } = told
  // What this process remembers to be refused is not counted any more.
  const isCounted = consumedPoints >= count
  return (place) => {
    const own = consumedPoints - count + 1 + place
    return { isAllowed: isCounted && own <= LIMITS[limit].points, count: own, msBeforeNext }
  }
})

/** So many uses more, whether they are allowed or not. */
async function consume(limiter: RateLimiterPostgres, id: string, count: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(id, count)
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  }
}

/** Longer than any count lasts, by as much as the clocks of two instances may differ. */
function longestWaitMs(limit: LimitName): number {
  return (LIMITS[limit].duration + 60) * 1000
}

/** Forgets what was counted, after a success. */
export async function forgetUses(limit: LimitName, key: string): Promise<void> {
  await limiterOf(limit).delete(digest(key))
}

function limiterOf(name: LimitName): RateLimiterPostgres {
  kept.veritasLimits ??= makeLimiters()
  const limiter = kept.veritasLimits.get(name)
  if (!limiter) throw new TypeError(`no limit is named ${name}`)
  return limiter
}

function makeLimiters(): Map<LimitName, RateLimiterPostgres> {
  const pool = new Pool({ connectionString: getDatabaseUrl(), max: 4 })
  // Without a listener a connection that the server closes while idle would end the process.
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

/** Keys are e-mails and addresses of people: only their digest is written down. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
