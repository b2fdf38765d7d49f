import { distFolder, ensureBuilt } from './provision/build'
import { generateClient } from './provision/generate-client'
import { runTask, step, stopSignal } from './provision/progress'
import { packStaticFiles } from './provision/static-files.mjs'

/**
 * `npm run build`: makes everything that `npm run start:production` needs and does not make itself. With `--for-start` it tells its parent
 * when the client is generated, and leaves out what may come later.
 */
runTask(async () => {
  const stop = stopSignal()
  await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
  const isForStart = process.argv.includes('--for-start')
  if (isForStart) process.send?.('generated')
  await step('Build', async (remark) => remark(await ensureBuilt(stop)))
  if (!isForStart) await step('Compressed scripts', () => packStaticFiles(distFolder, stop))
  return 0
})
