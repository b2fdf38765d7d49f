import { AsyncLocalStorage } from 'node:async_hooks'
import type { PrismaPg } from '@prisma/adapter-pg'
import { processWide } from '@/lib/process-wide'
import { databaseCode } from './database-code'
import { onConnect } from './on-connect'
import { monthlyTables } from './run-months'

/** How often a statement must occur before it is prepared, and how many are at most: each takes memory in every connection. */
const OFTEN = 5
const NAMES_MAX = 60
const COUNTED_MAX = 500

/**
 * SQLSTATEs of a prepared statement that is missing, that means another one, or whose result type differs since a table changed. The last has
 * no code of its own, and a server may word it in any language.
 */
const OUTDATED = new Set(['26000', '42P05', '0A000'])

// Prepared, a statement references every partition of a monthly table: those that read one are planned each time.
const READS_MONTHS = new RegExp(
  `\\b(?:from|join|update|using)\\s+(?:"?public"?\\.)?"?(?:${monthlyTables.join('|')})\\b`,
  'i',
)

/** A list of another length is another statement: prepared, each length would take a name. */
const LISTS = /\bIN \(\$\d+,/

type Statement = { sql: string; args: readonly unknown[] }

type Prepared = {
  hot: AsyncLocalStorage<true>
  counts: Map<string, number>
  names: Map<string, string>
  generation: number
}

const prepared = processWide<Prepared>('veritasPrepared', () => ({
  hot: new AsyncLocalStorage(),
  counts: new Map(),
  names: new Map(),
  generation: 0,
}))

/** Runs `work`; statements that occur often in it are prepared once per connection. */
export function withPreparedStatements<T>(work: () => Promise<T>): Promise<T> {
  // Prisma sends a statement of its own only when it is awaited.
  return prepared.hot.run(true, async () => await work())
}

/** Returns the name that a statement is prepared under; undefined if it is not. */
export function statementNameOf({ sql, args }: Statement): string | undefined {
  if (!prepared.hot.getStore() || args.length === 0) return undefined
  return prepared.names.get(sql) ?? nameIfOften(sql)
}

function nameIfOften(sql: string): string | undefined {
  const { names, counts, generation } = prepared
  if (names.size >= NAMES_MAX) return undefined
  const count = (counts.get(sql) ?? 0) + 1
  if (counts.size >= COUNTED_MAX) counts.clear()
  counts.set(sql, count)
  if (count < OFTEN || READS_MONTHS.test(sql) || LISTS.test(sql)) return undefined
  const name = `prepared_${generation}_${names.size}`
  names.set(sql, name)
  counts.delete(sql)
  return name
}

/**
 * Whether an error may have been caused by a prepared statement that is outdated, as after another instance changed a table. If so, forgets
 * all of them, so that a retry succeeds.
 */
export function isOutdatedStatement(error: unknown): boolean {
  if (!OUTDATED.has(databaseCode(error))) return false
  prepared.names.clear()
  prepared.counts.clear()
  prepared.generation++
  return true
}

/** Makes statements outside a transaction retry once when they were prepared before a table changed. */
export function retryOutdatedStatements(factory: PrismaPg): PrismaPg {
  return onConnect(factory, (adapter) => {
    const [queryRaw, executeRaw] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)]
    adapter.queryRaw = (query) => onceMore(() => queryRaw(query))
    adapter.executeRaw = (query) => onceMore(() => executeRaw(query))
  })
}

async function onceMore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isOutdatedStatement(error)) throw error
    return ask()
  }
}
