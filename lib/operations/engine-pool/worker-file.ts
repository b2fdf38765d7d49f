import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where a production build leaves it, in the folder of the build. */
export const BUILT_WORKER = 'engine-worker.cjs'

/**
 * The file that the threads run: of the build in production, made of the sources as they are everywhere else.
 * @throws Error when the build has none
 */
export async function findWorkerFile(): Promise<string> {
  if (process.env.NODE_ENV === 'production') {
    const dist = process.env.NEXT_DIST_DIR ?? '.next'
    // Found when it is wanted: the bundler would else take in all that such a path could mean.
    const file = path.join(/* turbopackIgnore: true */ process.cwd(), dist, BUILT_WORKER)
    if (existsSync(file)) return file
    throw new Error(`${file} is missing: npm start builds it`)
  }
  const { writeWorkerByContent } = await import('./build-worker')
  return writeWorkerByContent('dist/engine-worker')
}
