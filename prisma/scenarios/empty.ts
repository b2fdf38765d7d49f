import type { Scenario } from './scenario'

export const empty: Scenario = {
  summary: 'a project without a single run, which teaches how to send the first one',
  counts: null,
  make: async () => undefined,
  pages: [''],
}
