import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CLIENT_PACKAGE } from '@/lib/http/client-package'
import { BUILT_WORKER } from '@/lib/operations/engine-pool/pool'
import { isClientGenerated } from './generate-client'
import { announce, announcingTime, Refusal } from './progress'
import { isPacked } from './static-files.mjs'

export const distFolder = process.env.NEXT_DIST_DIR ?? '.next'
const sourceFolders = ['app', 'components', 'lib', 'public']
const sourceFiles = [
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'prisma/schema.prisma',
  'proxy.ts',
]

const stamp = path.join(distFolder, 'built-from')
const aside = (file: string) => path.join('dist', file)
const inDist = (file: string) => path.join(distFolder, file)
const isBuiltFrom = (hash: string) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash

/** Whether everything that `npm run build` makes is there and matches the sources. */
export const isComplete = () =>
  isClientGenerated() && isBuiltFrom(hashSources()) && existsSync(inDist(CLIENT_PACKAGE)) && isPacked(distFolder)

/**
 * Checks that the build matches the sources.
 * @throws Refusal saying what is missing
 */
export function assertBuilt(): string {
  const missing = [
    ...(isClientGenerated() ? [] : ['the Prisma client of this schema']),
    ...(isBuiltFrom(hashSources()) ? [] : [`the build of these sources in ${distFolder}`]),
  ]
  if (missing.length === 0) return 'as built'
  throw new Refusal(`Missing: ${missing.join(', and ')}. Run npm run build where there is enough memory and time.`)
}

/**
 * Builds the app for production if its sources changed since the last build, and packs the client. Resolves to a remark for the progress
 * line.
 * @param packsClient false to leave that to `ensureClientPackage`: it takes six seconds of a processor
 * @throws Refusal with the build's output if it fails
 */
export async function ensureBuilt(stop: AbortSignal, packsClient = true): Promise<string> {
  const hash = hashSources()
  if (isBuiltFrom(hash)) {
    if (packsClient) await ensureClientPackage()
    return 'up to date'
  }
  // Only a build needs the compilers.
  const { writeWorker } = await import('@/lib/operations/engine-pool/build-worker')
  announce('Building the app, a minute or less on two cores')
  rmSync(stamp, { force: true })
  // Next's build empties its folder first, and leaves a core idle at times.
  const [{ code, output }] = await announcingTime(
    'Building the app',
    Promise.all([runNext(['build'], stop), writeWorker(aside(BUILT_WORKER)), packsClient && packClient()]),
  )
  stop.throwIfAborted()
  if (code !== 0) throw new Refusal(`The build failed:\n${output}`)
  copyFileSync(aside(BUILT_WORKER), inDist(BUILT_WORKER))
  if (packsClient) copyFileSync(aside(CLIENT_PACKAGE), inDist(CLIENT_PACKAGE))
  writeFileSync(stamp, hash)
  return 'made'
}

/** Packs the client into an existing build that lacks it. @throws Error if it does not compile */
export async function ensureClientPackage(): Promise<void> {
  if (existsSync(inDist(CLIENT_PACKAGE))) return
  await packClient()
  copyFileSync(aside(CLIENT_PACKAGE), inDist(CLIENT_PACKAGE))
}

async function packClient(): Promise<void> {
  const client = await import('./client-package')
  await client.packClient(aside(CLIENT_PACKAGE))
}

/** Runs a Next command to its end and returns its output. */
function runNext(args: string[], stop: AbortSignal): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', ...args], {
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stop,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Hashes content rather than dates, so that a fresh checkout of the same sources matches. */
function hashSources() {
  const hash = createHash('sha256').update(process.version)
  for (const file of [...sourceFolders.flatMap(listFiles), ...sourceFiles.filter((file) => existsSync(file))].sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(file))
  }
  for (const name of Object.keys(process.env).filter((key) => key.startsWith('NEXT_PUBLIC_'))) {
    hash.update(`\0${name}=${process.env[name]}`)
  }
  return hash.digest('hex')
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(path.join('lib', 'db', 'generated')))
}
