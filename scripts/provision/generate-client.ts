import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from './progress'

const generated = 'lib/db/generated'

/** Generates the Prisma client when the schema or Prisma itself changed. Resolves to whether it did. */
export function generateClient(): boolean {
  const stamp = path.join(generated, '.generated-from')
  const hash = createHash('sha256')
    .update(readFileSync('prisma/schema.prisma'))
    .update(readFileSync('node_modules/prisma/package.json'))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      // Generating never calls the schema engine, yet Prisma downloads one unless it is told of a file.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (status !== 0) throw new Refusal(`The Prisma client could not be generated:\n${stdout}${stderr}`)
  writeFileSync(stamp, hash)
  return true
}
