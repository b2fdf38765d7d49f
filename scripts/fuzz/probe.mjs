// Runs in a worker thread: polls the server's liveness, and reports how long the answer took and how much CPU time the server's main
// thread used meanwhile. On a busy machine an answer may be late although the event loop is not blocked.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const EVERY_MS = 25
const MS_PER_TICK = 10
const { url, pid } = workerData
const agent = new Agent({ keepAlive: true })

/** CPU time of the thread that answers requests; NaN if it is unknown. */
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
