import { getDb } from '@/lib/db/client'
import { prepareFirstRun } from '@/lib/operations/setup/first-run'
import { loadEnvironment } from './provision/environment'
import { runTask, say } from './provision/progress'

/** Makes what the environment asks for, and prints what the person who starts the desk needs to get in. */
runTask(async () => {
  const { VERITAS_ADMIN_EMAIL: email, VERITAS_ADMIN_PASSWORD: password, VERITAS_API_KEY, APP_URL } = loadEnvironment()
  const { madeAdmin, madeKey, setupToken } = await prepareFirstRun(getDb(), {
    admin: email && password ? { email, password } : null,
    apiKey: VERITAS_API_KEY ?? null,
    now: new Date(),
  })
  if (madeAdmin) say(`Made the admin ${email}.`)
  if (madeKey) say('VERITAS_API_KEY now writes to the project "default".')
  if (setupToken) say(`Make the first admin here, once, within 24 hours:\n  ${APP_URL}/setup?token=${setupToken}`)
  await getDb().$disconnect()
  return 0
})
