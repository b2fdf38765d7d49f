import { makeSample } from '@/lib/operations/sample/make'
import { chainNamed } from '@/lib/sample/sample-chains'
import { supportTriageRuns } from '@/lib/sample/support-triage/perform'
import type { Scenario } from './scenario'

const TROUBLE_EVERY = 2

export const failures: Scenario = {
  summary: 'tickets of which every other one fails, in every way the chain can fail',
  counts: { unit: 'runs', usual: 400 },
  make: ({ ctx, count, now }) =>
    makeSample(ctx, now, [
      { ...chainNamed('support-triage'), runs: (end) => supportTriageRuns(end, count, TROUBLE_EVERY) },
    ]),
  pages: ['', '/runs?status=failed'],
}
