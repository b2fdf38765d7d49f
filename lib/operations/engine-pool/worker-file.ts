import path from 'node:path'

/** Where a production build leaves it, in the folder of the build. */
export const BUILT_WORKER = 'engine-worker.cjs'

/** The file that the threads run: of the build in production, made of the sources as they are everywhere else. */
export async function findWorkerFile(): Promise<string> {
  if (process.env.NODE_ENV === 'production')
    return path.join(process.cwd(), process.env.NEXT_DIST_DIR ?? '.next', BUILT_WORKER)
  const { writeWorkerByContent } = await import('./build-worker')
  return writeWorkerByContent('dist/engine-worker')
}
