import { getDb } from '@/lib/db/client'
import { prepareFirstRun } from '@/lib/operations/setup/first-run'
import { loadEnvironment } from './provision/environment'
import { print, runTask } from './provision/progress'

/** Creates the admin and the key that the environment asks for, and prints how to sign in. */
runTask(async () => {
  const { VERITAS_ADMIN_EMAIL: email, VERITAS_ADMIN_PASSWORD: password, VERITAS_API_KEY, APP_URL } = loadEnvironment()
  const { madeAdmin, madeKey, setupToken } = await prepareFirstRun(getDb(), {
    admin: email && password ? { email, password } : null,
    apiKey: VERITAS_API_KEY ?? null,
    now: new Date(),
  })
  if (madeAdmin) print(`Created the admin ${email}.`)
  if (madeKey) print('VERITAS_API_KEY now writes to the project "default".')
  if (setupToken)
    print(`Create the first admin here (the link works once, within 24 hours):\n  ${APP_URL}/setup?token=${setupToken}`)
  await getDb().$disconnect()
  return 0
})
