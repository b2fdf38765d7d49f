import { toText } from '../bench/report'
import { print, step } from '../provision/progress'
import { runClockSteps } from './clock'
import { openFaultDesk } from './fault-desk'
import { openForeignServers } from './foreign-servers'
import { runFullDisk } from './full-disk'
import { runKillRounds } from './kill-rounds'
import type { Options, PartName } from './options'
import { runRollingRestart } from './rolling-restart'
import type { Found } from './scene'

/** Runs the requested faults and prints the result of each part. Resolves to whether all goals were met. */
export async function runFaults(options: Options, stop: AbortSignal): Promise<boolean> {
  const parts: Record<PartName, () => Promise<Found>> = {
    kill: async () => {
      const { cluster } = options
      const servers = cluster === undefined ? undefined : await step('Cluster', () => openForeignServers(cluster))
      const desk = await step('Desk', () => openFaultDesk({ servers }))
      try {
        const { section, isWhole } = await runKillRounds({ desk, rounds: options.rounds, seed: options.seed, stop })
        if (!isWhole) print(`\nErrors in the app's log:\n${failuresIn(desk.logs())}`)
        return { section }
      } finally {
        await desk.stop()
        await servers?.remove()
      }
    },
    disk: () => runFullDisk(options.seed),
    clock: () => runClockSteps(options.seed),
    rolling: () => runRollingRestart({ requests: options.requests, seed: options.seed, stop }),
  }
  print(`Seed ${options.seed}.`)
  let isWhole = true
  for (const part of options.parts) {
    if (stop.aborted) return false
    const { section, skipped } = await parts[part]()
    if (section === null) print(`\n! ${part}: skipped: ${skipped}`)
    else {
      print(toText(section))
      isWhole &&= section.goals.every((goal) => goal.isMet)
    }
  }
  return isWhole
}

const failuresIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"level":50') || line.includes('"level":"error"'))
    .slice(-10)
    .map((line) => line.slice(0, 500))
    .join('\n')
