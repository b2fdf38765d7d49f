import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const schemaPath = 'prisma/schema.prisma'
const migrationsPath = 'prisma/migrations'
const schemaOfMigrationsPath = 'prisma/migrations/schema.prisma'

/** The schema as the engine takes it: path and text. Paths are relative to the folder the process runs in. */
export async function readSchema(): Promise<[path: string, text: string]> {
  return [schemaPath, await readFile(schemaPath, 'utf8')]
}

/** The schema as it was when the newest migration was written, or null before the first. */
export async function readSchemaOfMigrations(): Promise<string | null> {
  return existsSync(schemaOfMigrationsPath) ? await readFile(schemaOfMigrationsPath, 'utf8') : null
}

/** Writes a new migration, and the schema it leads to. Resolves to the path of the script. */
export async function writeMigration(name: string, script: string): Promise<string> {
  const folder = path.join(migrationsPath, name)
  const file = path.join(folder, 'migration.sql')
  await mkdir(folder, { recursive: true })
  await writeFile(file, script)
  await copyFile(schemaPath, schemaOfMigrationsPath)
  return file
}

/** The names of the committed migrations, oldest first. */
export async function listMigrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsPath, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** The committed migrations as the engine takes them. */
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
