import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

let loaded: Promise<void> | undefined

/**
 * Prisma's schema engine in this process, talking to the database through the driver adapter: no engine binary is downloaded.
 * Call `free()` on it when done.
 */
export async function createSchemaEngine(databaseUrl: string, datamodels: [path: string, text: string][]) {
  loaded ??= loadEngine()
  await loaded
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScriptAdapter({ connectionString: databaseUrl }))
  const engine: SchemaEngine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, adapter)
  return engine
}

async function loadEngine() {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const module = await WebAssembly.compile(await readFile(entry.replace(/\.js$/, '.wasm')))
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': { ...bindings } })
  bindings.__wbg_set_wasm(exports)
  if (typeof exports.__wbindgen_start === 'function') exports.__wbindgen_start()
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
