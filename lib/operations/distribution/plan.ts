import { tables } from '@/lib/db/generated/columns'

/** Where the rows of a table are: with their project, on every machine, or on the coordinator only. */
export type Place = 'project' | 'everywhere' | 'coordinator'

/** The distribution column. */
export const KEY = 'project_id'

/** The place of each table of the schema, including ones added later. */
export const PLACES: ReadonlyMap<string, Place> = new Map(
  Object.values(tables).map(({ name, isEverywhere, columns }) => [
    name,
    isEverywhere ? 'everywhere' : 'projectId' in columns ? 'project' : 'coordinator',
  ]),
)
