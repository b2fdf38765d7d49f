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

/**
 * The runs of `release-notes` in the order of their times: several writers, each with a way of taking criticism.
 * @param count releases, each a few attempts
 */
export function releaseNotesRuns(now: Date, count = ROSTER.length): SampleRun[] {
  const draw = new Draw(seededRng(SEED))
  const provider = new Provider()
  const times = spreadTimes(new Draw(seededRng(SEED)), now, count, 165, 0.7)
  return times.map((startsAt, index) =>
    writeUp(
      {
        release: drawRelease(draw, index),
        writer: ROSTER[index % ROSTER.length] ?? 'careful',
        version: index < count / 2 ? '2.0.0' : '2.1.0',
        startsAt,
      },
      new Draw(seededRng(SEED + index)),
      provider,
    ),
  )
}
