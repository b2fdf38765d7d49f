import { statSync } from 'node:fs'
import { CLIENT_PACKAGE } from '@/lib/http/client-package'
import { packClient } from './provision/client-package'
import { print, runTask } from './provision/progress'

/** `npm run pack:client`: packs the command line and the client into one file, which the server also offers at /client.tgz. */
runTask(async () => {
  const file = `dist/${CLIENT_PACKAGE}`
  await packClient(file)
  print(`${file}, ${Math.round(statSync(file).size / 1000)} kB: npm install ./${file}`)
  return 0
})
