import { redactionRules } from '@/lib/contracts/data'
import type { Db, Tx } from '@/lib/db/client'
import { compileRules, type Redactor, redactValue } from '@/lib/engine/redaction/redact-run'

const MAX_KEPT = 100
const compiled = new Map<string, Redactor>()

/**
 * Returns the compiled redaction rules of a project; null if it has none. Read for each batch, so that a rule applies as soon as it is
 * saved.
 */
export async function loadRedactor(db: Db | Tx, projectId: string): Promise<Redactor | null> {
  const [policy] = await db.$queryRaw<{ redaction: unknown }[]>`
    SELECT redaction FROM data_policy WHERE project_id = ${projectId}::uuid`
  if (!policy?.redaction) return null
  const key = `${projectId} ${JSON.stringify(policy.redaction)}`
  const known = compiled.get(key)
  if (known) return known
  const result = compileRules(redactionRules.parse(policy.redaction))
  if (!result.ok) throw new Error(`redaction rules of project ${projectId} cannot be read`)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(key, result.redactor)
  return result.redactor
}

/** Returns a value without what the rules of its project match; `path` is its name within a run, '' for an object of such fields. */
export async function redact<T>(db: Db | Tx, projectId: string, value: T, path = ''): Promise<T> {
  const redactor = await loadRedactor(db, projectId)
  return redactor === null ? value : redactValue(redactor, value, path)
}
