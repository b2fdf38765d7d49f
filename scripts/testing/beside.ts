import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { z } from 'zod'
import { withTypescript } from '../provision/exec-node.mjs'
import type { Tally } from './tally'

const tallySchema = z.object({ passed: z.number(), failed: z.number() })

/** Runs a stage in a process of its own that writes to `logFile`, so that the lines of two stages do not mix. */
export async function runBeside(stage: string, logFile: string, stop: AbortSignal): Promise<Tally> {
  let tally: Tally = { passed: 0, failed: 1 }
  const log = openSync(logFile, 'a')
  // The IPC channel carries the tally, and ends the child if this process dies.
  const child = spawn(process.execPath, [...withTypescript, 'scripts/test.ts', stage], {
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  stop.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  child.on('message', (message) => {
    tally = tallySchema.parse(message)
  })
  await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return tally
}

/** Sends the tally to the process that runs this one beside other stages, if there is one. */
export async function tellStarter(tally: Tally): Promise<void> {
  if (process.send) await new Promise((sent) => process.send?.(tally, sent))
}
