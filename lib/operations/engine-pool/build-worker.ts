import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const ENTRY = 'lib/operations/engine-pool/thread/worker.ts'

/**
 * How code for an engine thread is bundled. Since `\p{…}` depends on the version of Unicode, esbuild takes it for missing everywhere, and
 * makes each such expression anew whenever it is used.
 */
export const FOR_THREAD = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  supported: { 'regexp-unicode-property-escapes': true },
  write: false,
  logLevel: 'silent',
} as const

/** Bundles the worker into one plain JavaScript file; also returns its source files. */
export async function bundleWorker(): Promise<{ text: string; sources: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [ENTRY],
    absWorkingDir: process.cwd(),
    metafile: true,
    ...FOR_THREAD,
  })
  return { text: outputFiles[0]?.text ?? '', sources: Object.keys(metafile.inputs) }
}

/** Writes the bundle to `file` atomically. */
export async function writeWorker(file: string): Promise<void> {
  write(file, (await bundleWorker()).text)
}

// Bundling takes a third of a second, and each test file opens a pool.
let written: Promise<string> | undefined

/** Writes the bundle of the sources under a content-hashed name, once per process. Resolves to its path. */
export function writeWorkerByContent(folder: string): Promise<string> {
  written ??= writeBundle(folder).catch((error: unknown) => {
    written = undefined
    throw error
  })
  return written
}

async function writeBundle(folder: string): Promise<string> {
  const { text } = await bundleWorker()
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), folder, `engine-worker-${hash}.cjs`)
  if (!existsSync(file)) write(file, text)
  return file
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}
