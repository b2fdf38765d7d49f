import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, DriverAdapterError } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { type ClientBase, DatabaseError, Pool } from 'pg'
import { processWide } from '@/lib/process-wide'
import { liftLimits, sessionOf } from './session'

type OnScript = (database: ClientBase, script: string) => Promise<unknown>

/**
 * Calls `work` with Prisma's schema engine as WebAssembly in this process, connected through the driver adapter, so that no engine binary
 * is downloaded. Its connections are closed afterwards.
 * @param onScript called at the end of the transaction of each script, before its commit
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  schema: [path: string, text: string],
  work: (engine: SchemaEngine) => Promise<T>,
  onScript?: OnScript,
): Promise<T> {
  // A second instance on the same bindings never answers.
  await processWide('veritasSchemaEngine', loadEngine)
  const pool = new Pool({ ...sessionOf(databaseUrl), onConnect: liftLimits })
  // As for any pool: an idle connection that breaks would end the process.
  pool.on('error', () => undefined)
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScriptAdapter(pool, onScript))
    const engine = await bindings.SchemaEngine.new({ datamodels: [schema] }, () => undefined, adapter)
    try {
      return await work(engine)
    } finally {
      engine.free()
    }
  } finally {
    await pool.end()
  }
}

async function loadEngine() {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const module = await WebAssembly.compile(await readFile(entry.replace(/\.js$/, '.wasm')))
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': withQuietTimers() })
  bindings.__wbg_set_wasm(exports)
  if (typeof exports.__wbindgen_start === 'function') exports.__wbindgen_start()
}

/** The engine never clears its ten-second timers: they must not keep a finished process alive. */
function withQuietTimers() {
  const isTimer = (name: string) => name.startsWith('__wbg_setTimeout_')
  const quiet = (callback: () => void, ms: number) => setTimeout(callback, ms).unref()
  return Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, isTimer(name) ? quiet : value]))
}

/**
 * Runs scripts in one transaction, statement by statement, because Citus rejects two changes of distributed tables in one message. Prisma's
 * adapter splits them at every semicolon, which breaks function bodies, and leaves half a migration behind when a statement fails.
 */
class WholeScriptAdapter extends PrismaPg {
  readonly onScript: OnScript | undefined
  constructor(pool: Pool, onScript: OnScript | undefined) {
    super(pool)
    this.onScript = onScript
  }
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = (script) =>
      runScript(adapter.underlyingDriver(), script, this.onScript).catch(withDatabaseMessage)
    return adapter
  }
}

async function runScript(pool: Pool, script: string, onScript: OnScript | undefined): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const statement of statementsOf(script)) await client.query(statement)
    await onScript?.(client, script)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closing the connection ends its transaction, also where the server can no longer be asked to.
    client.release(true)
    throw error
  }
}

/** Rethrows database errors in the one form whose message the engine reports. */
function withDatabaseMessage(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error
  const { code = '', severity = '', message, detail, column, hint } = error
  throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
}

/**
 * Returns the SQL from the schema as last migrated to prisma/schema.prisma; empty if they are equal. Compares the two texts, so that what
 * the schema language cannot express (triggers, partial indexes) is left alone. The database is only asked for its version.
 */
export async function describeSchemaChanges(databaseUrl: string): Promise<string> {
  const [path, wanted] = await readSchema()
  const migrated = await readSchemaOfMigrations()
  const { stdout } = await withSchemaEngine(databaseUrl, [path, wanted], (engine) =>
    engine.diff({
      from: migrated === null ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: [{ path, content: migrated }] },
      to: { tag: 'schemaDatamodel', files: [{ path, content: wanted }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  )
  return stdout && !stdout.includes('-- This is an empty migration.') ? stdout : ''
}

const schemaPath = 'prisma/schema.prisma'
const migrationsPath = 'prisma/migrations'
const schemaOfMigrationsPath = 'prisma/migrations/schema.prisma'

/** Returns path and text of the schema, as the engine takes them. Paths are relative to the working directory. */
export async function readSchema(): Promise<[path: string, text: string]> {
  return [schemaPath, await readFile(schemaPath, 'utf8')]
}

/** Returns the schema as of the newest migration, or null before the first. */
async function readSchemaOfMigrations(): Promise<string | null> {
  return existsSync(schemaOfMigrationsPath) ? await readFile(schemaOfMigrationsPath, 'utf8') : null
}

/** Writes a new migration and the schema it leads to. Resolves to the path of the script. */
export async function writeMigration(name: string, script: string): Promise<string> {
  const folder = path.join(migrationsPath, name)
  const file = path.join(folder, 'migration.sql')
  await mkdir(folder, { recursive: true })
  await writeFile(file, script)
  await copyFile(schemaPath, schemaOfMigrationsPath)
  return file
}

/** Returns the names of the committed migrations, oldest first. */
export async function listMigrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsPath, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** Returns the committed migrations as the engine takes them. */
export async function readMigrations() {
  const names = await listMigrationNames()
  const lockfilePath = path.join(migrationsPath, 'migration_lock.toml')
  return {
    baseDir: migrationsPath,
    lockfile: { path: 'migration_lock.toml', content: await readFile(lockfilePath, 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(names.map(readMigration)),
  }
}

async function readMigration(name: string) {
  const value = await readFile(path.join(migrationsPath, name, 'migration.sql'), 'utf8')
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
}

/** A quoted text, name or function body, a comment, the end of a statement, or anything else. */
const piece =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$/;-]+|[\s\S]/g
const isEmpty = (statement: string) => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === ''

/**
 * Splits a script into its statements. Semicolons within quotes, comments and function bodies between dollar signs end none; bodies after
 * `BEGIN ATOMIC` and backslashes in `E'…'` are not supported.
 */
export function statementsOf(script: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [text] of script.matchAll(piece)) {
    if (text !== ';') current += text
    else {
      statements.push(current)
      current = ''
    }
  }
  return [...statements, current].filter((statement) => !isEmpty(statement)).map((statement) => statement.trim())
}
