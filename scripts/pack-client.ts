import { statSync } from 'node:fs'
import { CLIENT_PACKAGE } from '@/lib/http/client-package'
import { packClient } from './provision/client-package'
import { runTask, say } from './provision/progress'

/** `npm run pack:client`: the command line and the client as one file, which the desk itself offers at /client.tgz. */
runTask(async () => {
  const file = `dist/${CLIENT_PACKAGE}`
  await packClient(file)
  say(`${file}, ${Math.round(statSync(file).size / 1000)} kB: npm install ./${file}`)
  return 0
})
