import { tables } from '@/lib/db/generated/columns'

/** Where the rows of a table lie: with their project, on every machine, or on the coordinator alone. */
export type Place = 'project' | 'everywhere' | 'coordinator'

/** By what a distributed table is parted. */
export const KEY = 'project_id'

/** Where each table of the schema belongs. A table that is added later is one of them. */
export const PLACES: ReadonlyMap<string, Place> = new Map(
  Object.values(tables).map(({ name, isEverywhere, columns }) => [
    name,
    isEverywhere ? 'everywhere' : 'projectId' in columns ? 'project' : 'coordinator',
  ]),
)
