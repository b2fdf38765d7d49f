import { makeSample } from '@/lib/operations/sample/load'
import { releaseNotesRuns } from '@/lib/sample/release-notes/perform'
import { chainNamed } from '@/lib/sample/sample-chains'
import { supportTriageRuns } from '@/lib/sample/support-triage/perform'
import type { Scenario } from './scenario'

export const sample: Scenario = {
  summary: 'three small chains that were really run: versions, attempts and failures of a week',
  counts: null,
  make: ({ ctx, now }) => makeSample(ctx, now),
  pages: ['', '/gates', '/runs'],
}

export const empty: Scenario = {
  summary: 'a project without runs, with instructions for sending the first one',
  counts: null,
  make: async () => undefined,
  pages: [''],
}

export const iterations: Scenario = {
  summary: 'many executions of several attempts: some improve, stall, get worse or oscillate',
  counts: { unit: 'executions', usual: 200 },
  make: ({ ctx, count, now }) =>
    makeSample(ctx, now, [{ ...chainNamed('release-notes'), runs: (end) => releaseNotesRuns(end, count) }]),
  pages: ['', '/runs?sort=confidence_low'],
}

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
