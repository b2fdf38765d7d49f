import { mkdtempSync, chmodSync } from 'node:fs'
import { distFolder, ensureBuilt } from './provision/build'
import { runTask, step, say } from './provision/progress'
import { stopSignal } from './provision/stop-signal'
import { checkFirstLoad } from './testing/first-load'
import { runJourneys } from './testing/zz-journeys'
runTask(async () => {
  const stop = stopSignal()
  const dir = mkdtempSync('/tmp/jf-'); chmodSync(dir, 0o755)
  await step('Build', async (remark) => remark(await ensureBuilt(stop)))
  say(JSON.stringify(await checkFirstLoad(distFolder)))
  const tally = await runJourneys(dir + '/j', process.env.PGURL ?? '', stop)
  say(JSON.stringify(tally)); say(dir)
  return tally.failed > 0 ? 1 : 0
})
