import os from 'node:os'
import { distFolder, ensureBuilt, ensureClientPackage } from './provision/build'
import { generateClient } from './provision/generate-client'
import { runTask, step, stopSignal } from './provision/progress'
import { packStaticFiles } from './provision/static-files.mjs'

/**
 * `npm run build`: makes everything that `npm run start:production` needs and does not make itself. With `--for-start` it tells its parent
 * when the client is generated and the app is built, and then makes with a low priority what the app can do without.
 */
runTask(async () => {
  const stop = stopSignal()
  const isForStart = process.argv.includes('--for-start')
  await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
  if (isForStart) process.send?.('generated')
  await step('Build', async (remark) => remark(await ensureBuilt(stop, !isForStart)))
  if (!isForStart) {
    await step('Compressed scripts', () => packStaticFiles(distFolder, stop))
    return 0
  }
  process.send?.('built')
  stop.addEventListener('abort', () => process.exit(0))
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  await packStaticFiles(distFolder, stop)
  await ensureClientPackage()
  return 0
})
