import { prepareDatabase } from './provision/database'
import { type Desk, loadEnvironment, stopDesk } from './provision/environment'
import { generateClient } from './provision/generate-client'
import { print, Refusal, runTask, step } from './provision/progress'

/** `npm run seed -- <scenario>`: fills a project of the running server, or of one started for it. */
runTask(async () => {
  generateClient()
  const { readSeedRequest, seed } = await import('@/prisma/seed')
  const request = readSeedRequest(process.argv.slice(2), (usage) => new Refusal(usage))
  const env = loadEnvironment()
  const desk: Desk = {}
  try {
    process.env.DATABASE_URL = (await prepareDatabase(env, desk)).url
    const made = await step(`${request.name}: ${request.scenario.summary}`, () => seed(request, env.APP_URL, print))
    for (const line of made) print(line)
  } finally {
    await stopDesk(desk)
  }
  return 0
})
