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
    const file = path.join(process.cwd(), process.env.NEXT_DIST_DIR ?? '.next', BUILT_WORKER)
    if (existsSync(file)) return file
    throw new Error(`${file} is missing: npm start builds it`)
  }
  const { writeWorkerByContent } = await import('./build-worker')
  return writeWorkerByContent('dist/engine-worker')
}
