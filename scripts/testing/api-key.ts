import type { Db } from '@/lib/db/client'
import { keyPrefix, mintKeySecret } from '@/lib/operations/keys/keys'
import { hashSecret } from '@/lib/operations/random-secret'

/** Creates an API key of a project that may read and write, and returns its secret. */
export async function makeApiKey(db: Db, projectId: string, name: string): Promise<string> {
  const secret = mintKeySecret()
  const scopes = ['read', 'write']
  await db.apiKey.create({ data: { projectId, name, prefix: keyPrefix(secret), hash: hashSecret(secret), scopes } })
  return secret
}
