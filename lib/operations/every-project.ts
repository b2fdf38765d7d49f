import { Prisma } from '@/lib/db/generated/client'

/**
 * Every project, as rows `p` with its `project_id`, to look into each of them: each has an end of its audit log. These rows lie with the
 * project, so that a database that is distributed over machines looks on each of them into its own.
 */
export const EVERY_PROJECT = Prisma.sql`audit_head p`
