import { Prisma } from '@/lib/db/generated/client'

/**
 * Every project, as rows `p` with a `project_id`, for queries that look into each project. Reads `audit_head`, which has one row per
 * project and is distributed with it, so that a node of a distributed database reads its own shards only.
 */
export const EVERY_PROJECT = Prisma.sql`audit_head p`
