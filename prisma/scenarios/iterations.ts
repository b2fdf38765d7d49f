import { makeSample } from '@/lib/operations/sample/make'
import { releaseNotesRuns } from '@/lib/sample/release-notes/perform'
import { chainNamed } from '@/lib/sample/sample-chains'
import type { Scenario } from './scenario'

export const iterations: Scenario = {
  summary: 'many executions of several attempts: some improve, stall, get worse or oscillate',
  counts: { unit: 'executions', usual: 200 },
  make: ({ ctx, count, now }) =>
    makeSample(ctx, now, [{ ...chainNamed('release-notes'), runs: (end) => releaseNotesRuns(end, count) }]),
  pages: ['', '/runs?sort=confidence_low'],
}
