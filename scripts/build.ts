import { ensureBuilt } from './provision/build'
import { generateClient } from './provision/generate-client'
import { runTask, step } from './provision/progress'
import { stopSignal } from './provision/stop-signal'

/** `npm run build`: makes everything that `npm run start:production` needs and does not make itself. */
runTask(async () => {
  await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
  await step('Build', async (remark) => remark(await ensureBuilt(stopSignal())))
  return 0
})
