import { formatMegabytes } from './figures'
import { memoryOf } from './process-tree'
import type { Section } from './section'

/** Measures the memory of app and database after all parts before. */
export function measureMemory({ appPid, databasePid }: { appPid: number; databasePid: number }): Section {
  const parts = [
    { name: 'app', ...memoryOf(appPid) },
    { name: 'database', ...memoryOf(databasePid) },
  ]
  return {
    title: 'Memory',
    method:
      'At the end, with the data of all parts: the process trees of the app, and of the database with its connections. PSS counts shared memory once, RSS once per process.',
    columns: ['part', 'processes', 'PSS', 'RSS'],
    rows: parts.map((part) => [
      part.name,
      String(part.processes),
      formatMegabytes(part.proportional),
      formatMegabytes(part.resident),
    ]),
    goals: [],
  }
}
