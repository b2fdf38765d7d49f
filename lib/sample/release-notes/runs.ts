import { seededRng } from '@/lib/engine/stats/seeded-rng'
import { spreadTimes } from '../calendar'
import { Draw } from '../draw'
import { Provider } from '../runner/provider'
import type { SampleRun } from '../runner/sample-run'
import { drawRelease } from './changes'
import { writeUp } from './perform'
import type { Writer } from './writers'

const SEED = 4_771

/** Who writes which release, oldest first; the last ones are still warm when somebody looks. */
const ROSTER: readonly Writer[] = [
  ...(['careful', 'swift', 'stubborn', 'careful', 'seesaw', 'careful', 'swift', 'forgetful'] as const),
  ...(['careful', 'stubborn', 'careful', 'swift', 'seesaw', 'careful', 'forgetful', 'careful'] as const),
  ...(['swift', 'stubborn', 'careful', 'seesaw', 'careful', 'swift', 'careful', 'forgetful'] as const),
  ...(['careful', 'stubborn', 'seesaw', 'careful'] as const),
]
const SECOND_VERSION_FROM = 14

/** The runs of `release-notes` in the order of their times: several writers, each with a way of taking criticism. */
export function releaseNotesRuns(now: Date): SampleRun[] {
  const draw = new Draw(seededRng(SEED))
  const provider = new Provider()
  const times = spreadTimes(draw, now, ROSTER.length, 165, 0.7)
  return ROSTER.map((writer, index) =>
    writeUp(
      {
        release: drawRelease(draw, index),
        writer,
        version: index < SECOND_VERSION_FROM ? '2.0.0' : '2.1.0',
        startsAt: times[index] ?? now,
      },
      new Draw(seededRng(SEED + index)),
      provider,
    ),
  )
}
