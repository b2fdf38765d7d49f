import type { ClientBase } from 'pg'
import { formatPlural } from '@/lib/presentation/format/number'
import { unseal } from './secrets'

type SecretsFinding = { state: 'good' | 'bad'; seen: string; advice: string }

type Sealed = { purpose: string; sealed: string }

/** The purposes are those of `webhooks/store`, `judge/judges` and `versions/executor`. The executors of a chain share a secret. */
const SEALED = [
  `SELECT 'webhook:' || project_id || ':' || id AS purpose, secret AS sealed FROM webhook_endpoint`,
  `SELECT 'judge:' || project_id || ':' || id AS purpose, api_key AS sealed FROM project_judge WHERE api_key IS NOT NULL`,
  `SELECT 'executor:' || chain_id AS purpose, min(executor->>'secret') AS sealed FROM chain_version
   WHERE executor->>'kind' = 'http' GROUP BY project_id, chain_id`,
]

/**
 * Checks that the secrets stored in the database can be read: after a restore, or on a second instance, AUTH_SECRET may be another one.
 * @param authSecret that of the desk; undefined if it has none yet
 */
export async function examineSecrets(client: ClientBase, authSecret: string | undefined): Promise<SecretsFinding> {
  const rows: Sealed[] = []
  for (const select of SEALED) rows.push(...(await client.query<Sealed>(select)).rows)
  const unread = rows.filter((row) => !isReadable(row, authSecret)).length
  if (unread === 0)
    return { state: 'good', seen: rows.length === 0 ? 'none' : `${rows.length} can be read`, advice: '' }
  return {
    state: 'bad',
    seen: `${unread} of ${formatPlural(rows.length, 'secret')} of webhooks, judges and executors cannot be read: another AUTH_SECRET sealed them`,
    advice:
      'Set AUTH_SECRET to the one from before (without it: the file auth-secret in DATA_DIR), the same on every instance. If it is lost, enter these secrets anew.',
  }
}

function isReadable({ purpose, sealed }: Sealed, authSecret: string | undefined): boolean {
  if (authSecret === undefined) return false
  try {
    unseal(sealed, purpose, authSecret)
    return true
  } catch {
    return false
  }
}
