import { prepareDatabase } from './provision/database'
import { type Desk, loadEnvironment, stopDesk } from './provision/environment'
import { print, runTask, stopSignal, untilStopped } from './provision/progress'

/** `npm run db`: runs the migrated database alone until it is stopped. */
runTask(async () => {
  const env = loadEnvironment()
  const stop = stopSignal()
  const desk: Desk = {}
  try {
    const { url } = await prepareDatabase(env, desk)
    print(`\nDATABASE_URL=${url}\n`)
    await untilStopped(stop)
  } finally {
    await stopDesk(desk)
  }
  print('Stopped.')
  return 0
})
