import { readSchema, readSchemaOfMigrations } from './migration-files'
import { withSchemaEngine } from './schema-engine'

/**
 * The SQL that leads from the schema as last migrated to prisma/schema.prisma; empty when they say the same. Compares the two texts, so
 * that what the schema language cannot say (triggers, partial indexes) is left alone. The database is only asked its version.
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
