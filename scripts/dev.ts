import { spawn } from 'node:child_process'
import path from 'node:path'
import { CLIENT_PACKAGE } from '@/lib/http/client-package'
import { appEnvironment } from './provision/app-server'
import { distFolder } from './provision/build'
import { packClient } from './provision/client-package'
import { prepareDatabase } from './provision/database'
import { type Desk, loadEnvironment, stopDesk } from './provision/environment'
import { endProcess } from './provision/processes'
import { print, runTask, stopSignal, untilStopped } from './provision/progress'

/** `npm run dev`: migrates the database and starts Next's development server. */
runTask(async () => {
  const env = loadEnvironment()
  const stop = stopSignal()
  const desk: Desk = {}
  try {
    const { url, greeting } = await prepareDatabase(env, desk, { isFirstRun: true })
    const environment = appEnvironment(env, url)
    if (greeting) print(greeting)
    const next = ['node_modules/next/dist/bin/next', 'dev', '--hostname', env.HOST, '--port', String(env.PORT)]
    const server = spawn(process.execPath, next, { env: environment, stdio: 'inherit', detached: true })
    packClient(path.join(distFolder, CLIENT_PACKAGE)).catch((error: Error) => print(error.message))
    const ended = new Promise<number>((resolve) => server.once('exit', (code) => resolve(code ?? 0)))
    const code = await Promise.race([ended, untilStopped(stop)])
    if (server.pid) await endProcess(server.pid, 'SIGTERM', 5_000)
    return code ?? 0
  } finally {
    await stopDesk(desk)
  }
})
