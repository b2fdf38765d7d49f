import { writeLayers } from './lint/layer-rules'
import { generateClient } from './provision/generate-client'
import { runTask, step } from './provision/progress'

runTask(async () => {
  await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
  await step('Layers', async (remark) => remark(writeLayers() ? 'written into biome.json' : 'up to date'))
  return 0
})
