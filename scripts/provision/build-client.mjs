// Builds `veritas/client` into dist/client: one file that plain Node runs, and its types.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const sources = ['lib/client', 'lib/api', 'lib/contracts']
const entry = 'lib/client/index.ts'
const built = 'dist/client'
const stamp = path.join(built, '.built-from')

/** Builds the client anew when one of its sources changed. @throws Error when it does not compile. */
export async function buildClient() {
  const hash = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(built, { recursive: true, force: true })
  const { build } = await import('esbuild')
  await build({
    entryPoints: [entry],
    outfile: `${built}/client/index.js`,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
  })
  declareTypes()
  writeFileSync(stamp, hash)
}

function declareTypes() {
  const how = '--declaration --emitDeclarationOnly --strict --skipLibCheck --target esnext --module esnext'
  const where = `--moduleResolution bundler --types node --rootDir lib --outDir ${built} --ignoreConfig`
  const tsc = ['node_modules/typescript/bin/tsc', entry, ...`${how} ${where}`.split(' ')]
  const { status, stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types of veritas/client could not be made:\n${stdout}`)
  for (const file of filesIn(built)) if (file.endsWith('.d.ts')) nameExtensions(file)
}

/** Node's own resolution of types wants the extension that a bundler adds. */
function nameExtensions(/** @type {string} */ file) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/(from\s+|import\()(['"])(\.{1,2}\/[^'"]+)\2/g, '$1$2$3.js$2'))
}

function hashOf(/** @type {string[]} */ folders) {
  const hash = createHash('sha256')
  for (const file of folders.flatMap(filesIn).sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(/** @type {string} */ folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name))
}
