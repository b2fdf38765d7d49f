import { z } from 'zod'
import type { Role } from '@/lib/contracts/projects'
import type { ExecutorView, PublishInput } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { markOf, mintSigningSecret, seal, unseal } from '../outbound/secrets'

const stored = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http'),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    timeoutSeconds: z.number(),
    secret: z.string(),
  }),
  z.object({ kind: z.literal('local') }),
])

/** An executor as stored, with header values and secret encrypted. */
export type StoredExecutor = z.infer<typeof stored>

/** An HTTP executor with decrypted headers and secret. */
type OpenExecutor = { url: string; headers: Record<string, string>; timeoutMs: number; secret: string }

type Place = { projectId: string; chainId: string }

const purposeOf = ({ chainId }: Place) => `executor:${chainId}`

/**
 * Encrypts the secrets of an executor. Requests are signed with its own secret, else the one the chain's executors used so far,
 * else a new one, which is returned in `minted` to be shown once.
 */
export async function sealExecutor(
  tx: Tx,
  place: Place,
  executor: PublishInput['executor'],
): Promise<{ executor: StoredExecutor | null; minted: string | null }> {
  if (!executor) return { executor: null, minted: null }
  if (executor.kind === 'local') return { executor: { kind: 'local' }, minted: null }
  const own = executor.secret ? seal(executor.secret, purposeOf(place)) : await findSecret(tx, place)
  const minted = own === null ? mintSigningSecret() : null
  const headers = Object.entries(executor.headers).map(([name, value]) => [name, seal(value, purposeOf(place))])
  const { url, timeoutSeconds } = executor
  const secret = own ?? seal(minted ?? '', purposeOf(place))
  return { executor: { kind: 'http', url, timeoutSeconds, headers: Object.fromEntries(headers), secret }, minted }
}

async function findSecret(tx: Tx, { projectId, chainId }: Place): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ secret: string }[]>`
    SELECT executor->>'secret' AS secret FROM chain_version
    WHERE project_id = ${projectId}::uuid AND chain_id = ${chainId}::uuid AND executor->>'kind' = 'http'
    ORDER BY published_at DESC, id DESC LIMIT 1`
  return row?.secret ?? null
}

/** Parses the executor of a version; null if it has none. */
export function readExecutor(value: unknown): StoredExecutor | null {
  return value === null || value === undefined ? null : stored.parse(value)
}

/** @throws AppError unavailable when it was sealed with another AUTH_SECRET */
export function openExecutor(executor: Extract<StoredExecutor, { kind: 'http' }>, place: Place): OpenExecutor {
  const open = (sealed: string) => unseal(sealed, purposeOf(place))
  const headers = Object.entries(executor.headers).map(([name, value]) => [name, open(value)])
  return {
    url: executor.url,
    headers: Object.fromEntries(headers),
    timeoutMs: executor.timeoutSeconds * 1000,
    secret: open(executor.secret),
  }
}

/** What a caller may see of an executor. Its path and query may hold a secret, so that only admins see the whole address. */
export function toExecutorView(executor: StoredExecutor | null, role: Role | null): ExecutorView | null {
  if (executor?.kind !== 'http') return executor
  const { kind, url, timeoutSeconds, headers } = executor
  const whole = role === 'admin' ? url : null
  const names = Object.keys(headers).sort()
  return { kind, host: new URL(url).host, url: whole, addressMark: markOf(url), timeoutSeconds, headers: names }
}
