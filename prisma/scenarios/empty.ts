import type { Scenario } from './scenario'

export const empty: Scenario = {
  summary: 'a project without runs, with instructions for sending the first one',
  counts: null,
  make: async () => undefined,
  pages: [''],
}
