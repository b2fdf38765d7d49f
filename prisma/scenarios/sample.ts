import { makeSample } from '@/lib/operations/sample/make'
import type { Scenario } from './scenario'

export const sample: Scenario = {
  summary: 'three small chains that were really run: versions, attempts and failures of a week',
  counts: null,
  make: ({ ctx, now }) => makeSample(ctx, now),
  pages: ['', '/gates', '/runs'],
}
