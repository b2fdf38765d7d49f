import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { withTypescript } from '../provision/hand-over.mjs'
import { print } from '../provision/progress'
import type { Tally } from './tally'

const tallySchema = z.object({ passed: z.number(), failed: z.number() })

/**
 * Runs a stage in a process of its own, and prints its output when it has ended, so that the lines of two stages do not mix.
 * @param logFile for its output until then
 */
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
  print(readFileSync(logFile, 'utf8'))
  return tally
}

/** Sends the tally to the process that runs this one beside other stages, if there is one. */
export async function tellStarter(tally: Tally): Promise<void> {
  if (process.send) await new Promise((sent) => process.send?.(tally, sent))
}
