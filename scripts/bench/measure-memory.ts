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
      'At the end, with the data of all parts in place: the process tree of the app, and that of the database with its connections. PSS counts memory that processes share once; RSS counts it for each of them.',
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
