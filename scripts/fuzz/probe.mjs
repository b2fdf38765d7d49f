// In a thread of its own: asks the desk again and again whether it lives, and tells how long the answer took and how much of that the
// desk's own thread worked: on a machine that is busy with others an answer may be late, and nothing is blocked.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const EVERY_MS = 25
const MS_PER_TICK = 10
const { url, pid } = workerData
const agent = new Agent({ keepAlive: true })

/** The time that the thread which answers requests has worked; NaN where the system does not tell. */
function worked() {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return Number.NaN
  }
}

function ask() {
  const [startedAt, before] = [performance.now(), worked()]
  const told = () => {
    parentPort?.postMessage({ waitedMs: performance.now() - startedAt, workedMs: worked() - before })
    setTimeout(ask, EVERY_MS)
  }
  get(url, { agent }, (answer) => answer.resume().once('end', told)).once('error', told)
}

ask()
