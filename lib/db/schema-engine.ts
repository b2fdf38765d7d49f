import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { Pool } from 'pg'

let loaded: Promise<void> | undefined

/**
 * Does `work` with Prisma's schema engine, which runs in this process and talks to the database through the driver adapter: no engine
 * binary is downloaded. Its connections are closed when the work is done.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  schema: [path: string, text: string],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= loadEngine()
  await loaded
  const pool = new Pool({ connectionString: databaseUrl })
  // As for any pool: a connection that breaks while idle would end the process.
  pool.on('error', () => undefined)
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScriptAdapter(pool))
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

/** The engine never clears its ten-second timers: they may not keep a process alive that is done. */
function withQuietTimers() {
  const isTimer = (name: string) => name.startsWith('__wbg_setTimeout_')
  const quiet = (callback: () => void, ms: number) => setTimeout(callback, ms).unref()
  return Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, isTimer(name) ? quiet : value]))
}

/**
 * The adapter cuts a script at every semicolon, which breaks function bodies and leaves half a migration behind when a
 * statement fails. PostgreSQL runs a script sent whole as one transaction.
 */
class WholeScriptAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script)
    }
    return adapter
  }
}
