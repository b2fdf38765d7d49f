import { openBenchDesk } from '../bench/bench-desk'
import { toText } from '../bench/report'
import { say } from '../provision/progress'
import type { Tally } from './tally'

/**
 * The short forms of `npm run faults` and `npm run fuzz`: a few kills under load and some hundred mutated requests, on desks of their own.
 * Each aim counts as a test.
 */
export async function runProof(stop: AbortSignal): Promise<Tally> {
  // Only once it is generated is there a Prisma client to import.
  const { openFaultDesk } = await import('../faults/fault-desk')
  const { runKillRounds } = await import('../faults/kill-rounds')
  const { runFuzz } = await import('../fuzz/run-fuzz')
  const sections = []
  const faulty = await openFaultDesk()
  try {
    const faults = ['the app', 'a backend', 'the app, .3 s later the postmaster'] as const
    sections.push((await runKillRounds({ desk: faulty, rounds: faults.length, seed: 1, faults, senders: 3 })).section)
  } finally {
    await faulty.stop()
  }
  const fuzzed = await openBenchDesk(stop, { settings: { TRUST_PROXY: '1' } })
  try {
    sections.push(await runFuzz(fuzzed, { cases: 400, seed: 1 }, stop))
  } finally {
    await fuzzed.stop()
  }
  const goals = sections.flatMap((section) => section.goals)
  for (const section of sections) say(toText(section))
  const failed = goals.filter((goal) => !goal.isMet).length
  return { passed: goals.length - failed, failed }
}
