import { z } from 'zod'

/** What a backup begins with: the schema it is of, and its tables in the order in which they can be filled. */
export const backupHeader = z.object({
  kind: z.literal('veritas backup'),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int().min(0) })),
})
export type BackupHeader = z.infer<typeof backupHeader>

/** What a backup ends with: it is whole. */
export const backupFooter = z.object({ complete: z.literal(true) })

/** Tables and rows of a backup in all. */
export function sumOf({ tables }: Pick<BackupHeader, 'tables'>): { tables: number; rows: number } {
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}
