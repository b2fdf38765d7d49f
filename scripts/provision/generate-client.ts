import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from './progress'

const generated = 'lib/db/generated'
const sources = ['prisma/schema.prisma', 'scripts/provision/generate-columns.ts', 'node_modules/prisma/package.json']

const onlyGenerate = new URL('only-generate.mjs', import.meta.url).href
const stamp = path.join(generated, '.generated-from')
const hashOfSources = () =>
  createHash('sha256')
    .update(sources.map((source) => readFileSync(source, 'utf8')).join())
    .digest('hex')

/** Whether the client is generated and matches the schema. */
export function isClientGenerated(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/** Generates the Prisma client and the table of columns if the schema, the generator or Prisma changed. Returns whether it did. */
export function generateClient(): boolean {
  if (isClientGenerated()) return false
  const args = ['--import', onlyGenerate, 'node_modules/prisma/build/index.js', 'generate']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      // The generator of columns is TypeScript, and needs the Node that runs this.
      PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
      // Generating never calls the schema engine, but Prisma downloads one unless a file is configured.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (status !== 0) throw new Refusal(`The Prisma client could not be generated:\n${stdout}${stderr}`)
  writeFileSync(stamp, hashOfSources())
  return true
}
